package dev.prlease.architecture.synthetic.stray;

import com.fasterxml.jackson.core.JsonFactory;

interface UsesJackson {
  JsonFactory factory();
}

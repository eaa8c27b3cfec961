package dev.prlease.architecture.synthetic.stray;

final class MakesAThread extends Thread {}

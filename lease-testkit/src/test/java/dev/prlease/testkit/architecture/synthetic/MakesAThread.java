package dev.prlease.testkit.architecture.synthetic;

final class MakesAThread extends Thread {}

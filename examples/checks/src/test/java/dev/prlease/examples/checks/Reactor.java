package dev.prlease.examples.checks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** What the POMs of this build say. */
final class Reactor {
  /** A module: where it stands, and its POM. */
  record Module(String path, Element pom) {
    String artifactId() {
      return text(pom, "artifactId").orElseThrow();
    }

    String packaging() {
      return text(pom, "packaging").orElse("jar");
    }

    /** Whether a release puts it where others get it. */
    boolean isPublished() {
      Optional<Element> properties = child(pom, "properties");
      return properties.flatMap(all -> text(all, "maven.deploy.skip")).isEmpty();
    }
  }

  private Reactor() {}

  /** All modules, in the order of the build. */
  static List<Module> modules() throws Exception {
    List<Module> modules = new ArrayList<>();
    Element names = child(pom("pom.xml"), "modules").orElseThrow();
    for (Element name : children(names, "module")) {
      String path = name.getTextContent();
      modules.add(new Module(path, pom(path + "/pom.xml")));
    }
    return modules;
  }

  /** Those whose jars are published. */
  static List<Module> published() throws Exception {
    return modules().stream()
        .filter(module -> module.isPublished() && module.packaging().equals("jar"))
        .toList();
  }

  /** The one version of all modules. */
  static String version() throws Exception {
    return text(pom("pom.xml"), "version").orElseThrow();
  }

  /** The jar of {@code module}, as it is published. */
  static Path jar(Module module) throws Exception {
    String name = module.artifactId() + "-" + version() + ".jar";
    Path jar = Layout.moduleTree(module.path()).resolve(name);
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException("not built: " + jar);
    }
    return jar;
  }

  static Element pom(String path) throws IOException, SAXException, ParserConfigurationException {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(Layout.top().resolve(path).toFile())
        .getDocumentElement();
  }

  static Optional<Element> child(Element parent, String name) {
    return children(parent, name).stream().findFirst();
  }

  static List<Element> children(Element parent, String name) {
    List<Element> found = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element && element.getTagName().equals(name)) {
        found.add(element);
      }
    }
    return found;
  }

  static Optional<String> text(Element parent, String name) {
    return child(parent, name).map(element -> element.getTextContent().strip());
  }
}

package dev.prlease.examples.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.examples.checks.Reactor.Module;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** The bill of materials names what is published, and nothing else. */
class BomTest {
  private static final String BOM = "lease-bom/pom.xml";

  @Test
  void it_names_every_published_module_and_no_other_artifact() throws Exception {
    List<String> published = new ArrayList<>();
    for (Module module : Reactor.published()) {
      published.add("dev.prlease:" + module.artifactId() + ":${project.version}");
    }
    assertThat(published).hasSizeGreaterThanOrEqualTo(10);
    assertThat(managed(Reactor.pom(BOM))).containsExactlyInAnyOrderElementsOf(published);
  }

  @Test
  void it_has_the_version_of_the_build_and_brings_nothing_of_a_parents() throws Exception {
    Element bom = Reactor.pom(BOM);
    assertThat(Reactor.text(bom, "groupId")).contains("dev.prlease");
    assertThat(Reactor.text(bom, "version")).contains(Reactor.version());
    assertThat(Reactor.child(bom, "parent")).isEmpty();
    assertThat(Reactor.child(bom, "dependencies")).isEmpty();
  }

  @Test
  void the_build_itself_knows_the_same_artifacts_but_for_the_command() throws Exception {
    List<String> ours = new ArrayList<>(managed(Reactor.pom(BOM)));
    ours.remove("dev.prlease:lease-cli:${project.version}");
    assertThat(
            managed(Reactor.pom("pom.xml")).stream()
                .filter(artifact -> artifact.startsWith("dev.prlease:")))
        .containsExactlyInAnyOrderElementsOf(ours);
  }

  private static List<String> managed(Element pom) {
    List<String> artifacts = new ArrayList<>();
    Element management = Reactor.child(pom, "dependencyManagement").orElseThrow();
    Element dependencies = Reactor.child(management, "dependencies").orElseThrow();
    for (Element each : Reactor.children(dependencies, "dependency")) {
      artifacts.add(
          String.join(
              ":",
              Reactor.text(each, "groupId").orElseThrow(),
              Reactor.text(each, "artifactId").orElseThrow(),
              Reactor.text(each, "version").orElseThrow()));
    }
    return artifacts;
  }
}

package dev.prlease.examples.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.prlease.examples.checks.Reactor.Module;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What others may use has a comment. That comments are right, the compiler holds in every build
 * ({@code -Xdoclint}); it can tell a missing comment only together with missing tags, and those are
 * written where they say more than the sentence.
 */
@Timeout(120)
class JavadocTest {
  @Test
  void every_type_and_member_of_an_API_has_a_comment() throws Exception {
    List<String> bare = new ArrayList<>();
    int modules = 0;
    for (Module module : Reactor.published()) {
      Path sources = Layout.top().resolve(module.path()).resolve("src/main/java");
      bare.addAll(withoutComment(sources));
      modules++;
    }
    assertThat(modules).isGreaterThanOrEqualTo(10);
    assertThat(bare).isEmpty();
  }

  @Test
  void one_without_a_comment_would_be_told() throws Exception {
    Path sources = Layout.fresh("bare");
    Files.writeString(
        sources.resolve("Bare.java"),
        """
        /** Has one. */
        public interface Bare {
          void method();
          /** Has one. */
          record Point(int x) {
            public Point { }
            public int x() { return x; }
            int y() { return 0; }
          }
          /** Has one. */
          enum Colour { RED }
          class Inner { protected int field; private int hidden; }
        }
        class Hidden { public int field; }
        """);
    assertThat(withoutComment(sources))
        .containsExactlyInAnyOrder(
            "Bare.java: method", "Bare.java: RED", "Bare.java: Inner", "Bare.java: field");
  }

  private static List<String> withoutComment(Path sources) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> bare = new ArrayList<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
      List<Path> paths =
          Layout.walk(sources).filter(path -> path.toString().endsWith(".java")).toList();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(paths));
      DocTrees docs = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        new Bare(docs, bare).scan(new TreePath(unit), null);
      }
    }
    return bare;
  }

  /** Looks at what is public or protected, seen from outside, and not looked at with another. */
  private static final class Bare extends TreePathScanner<Void, Void> {
    private final DocTrees docs;
    private final List<String> bare;

    Bare(DocTrees docs, List<String> bare) {
      this.docs = docs;
      this.bare = bare;
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
      if (!isSeen(type.getModifiers())) {
        return null;
      }
      check(type.getSimpleName().toString());
      return super.visitClass(type, null);
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      boolean isOfRecord = parent().getKind() == Tree.Kind.RECORD;
      boolean isAccessor = isOfRecord && method.getParameters().isEmpty() && isComponent(method);
      boolean isConstructor = method.getName().contentEquals("<init>");
      boolean overrides =
          method.getModifiers().getAnnotations().stream()
              .anyMatch(each -> each.getAnnotationType().toString().equals("Override"));
      if (isSeen(method.getModifiers())
          && !overrides
          && !isAccessor
          && !(isConstructor && isOfRecord)) {
        check(method.getName().toString());
      }
      return null;
    }

    private boolean isComponent(MethodTree method) {
      return parent().getMembers().stream()
          .anyMatch(
              member ->
                  member instanceof VariableTree field
                      && !field.getModifiers().getFlags().contains(Modifier.STATIC)
                      && field.getName().equals(method.getName()));
    }

    @Override
    public Void visitVariable(VariableTree field, Void nothing) {
      boolean isComponent =
          parent().getKind() == Tree.Kind.RECORD
              && !field.getModifiers().getFlags().contains(Modifier.STATIC);
      if (isSeen(field.getModifiers()) && !isComponent) {
        check(field.getName().toString());
      }
      return null;
    }

    private ClassTree parent() {
      return (ClassTree) getCurrentPath().getParentPath().getLeaf();
    }

    private boolean isSeen(ModifiersTree modifiers) {
      Set<Modifier> flags = modifiers.getFlags();
      Tree parent = getCurrentPath().getParentPath().getLeaf();
      boolean isOfInterface =
          parent.getKind() == Tree.Kind.INTERFACE || parent.getKind() == Tree.Kind.ANNOTATION_TYPE;
      return (isOfInterface && !flags.contains(Modifier.PRIVATE))
          || flags.contains(Modifier.PUBLIC)
          || flags.contains(Modifier.PROTECTED);
    }

    private void check(String name) {
      String comment = docs.getDocComment(getCurrentPath());
      if (Objects.isNull(comment) || comment.isBlank()) {
        Path file = Path.of(getCurrentPath().getCompilationUnit().getSourceFile().getName());
        bare.add(file.getFileName() + ": " + name);
      }
    }
  }
}

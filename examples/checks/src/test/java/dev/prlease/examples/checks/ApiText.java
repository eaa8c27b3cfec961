package dev.prlease.examples.checks;

import dev.prlease.examples.checks.ApiType.Declaration;
import dev.prlease.examples.checks.ApiType.Member;
import java.util.ArrayList;
import java.util.List;

/** APIs as text: a type is a paragraph, its members are indented lines, and all is sorted. */
final class ApiText {
  private ApiText() {}

  static String write(String title, List<ApiType> types) {
    StringBuilder text = new StringBuilder("# ").append(title).append('\n');
    for (ApiType type : types) {
      text.append('\n').append(type.declaration().line()).append('\n');
      type.members().forEach(member -> text.append("  ").append(member.line()).append('\n'));
    }
    return text.toString();
  }

  static List<ApiType> read(String text) {
    List<ApiType> types = new ArrayList<>();
    List<String> paragraph = new ArrayList<>();
    for (String line : (text + "\n").lines().toList()) {
      if (line.isBlank() || !line.startsWith(" ")) {
        add(types, paragraph);
      }
      if (!line.isBlank() && !line.startsWith("#")) {
        paragraph.add(line);
      }
    }
    add(types, paragraph);
    return types;
  }

  private static void add(List<ApiType> types, List<String> paragraph) {
    if (!paragraph.isEmpty()) {
      Declaration declaration = Declaration.parse(paragraph.get(0));
      List<Member> members =
          paragraph.stream().skip(1).map(line -> Member.parse(line.strip())).toList();
      types.add(new ApiType(declaration, members));
      paragraph.clear();
    }
  }
}

package dev.prlease.examples.checks;

import dev.prlease.examples.checks.ApiType.Declaration;
import dev.prlease.examples.checks.ApiType.Member;
import java.io.DataInputStream;
import java.io.InputStream;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.AttributeInfo;
import javassist.bytecode.ClassFile;
import javassist.bytecode.ConstPool;
import javassist.bytecode.FieldInfo;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.SignatureAttribute;

/** Reads the API of a modular jar: what is public or protected in the packages that it exports. */
final class ApiReader {
  private ApiReader() {}

  /** The types, sorted by name. */
  static List<ApiType> read(Path jar) throws Exception {
    ModuleReference module = ModuleFinder.of(jar).findAll().iterator().next();
    Set<String> exported =
        module.descriptor().exports().stream()
            .filter(export -> !export.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toSet());
    List<ApiType> types = new ArrayList<>();
    try (ModuleReader reader = module.open()) {
      for (String name : reader.list().filter(entry -> entry.endsWith(".class")).toList()) {
        int slash = name.lastIndexOf('/');
        if (slash > 0 && exported.contains(name.substring(0, slash).replace('/', '.'))) {
          try (InputStream in = reader.open(name).orElseThrow()) {
            read(new ClassFile(new DataInputStream(in))).ifPresent(types::add);
          }
        }
      }
    }
    types.sort(Comparator.comparing(type -> type.declaration().name()));
    return reachable(types);
  }

  /** Without what others cannot name since it stands in a type that they cannot name. */
  private static List<ApiType> reachable(List<ApiType> sorted) {
    Set<String> names = new HashSet<>();
    List<ApiType> reachable = new ArrayList<>();
    for (ApiType type : sorted) {
      String name = type.declaration().name();
      int dollar = name.lastIndexOf('$');
      if (dollar < 0 || names.contains(name.substring(0, dollar))) {
        names.add(name);
        reachable.add(type);
      }
    }
    return reachable;
  }

  private static Optional<ApiType> read(ClassFile file) {
    int flags = file.getInnerAccessFlags() < 0 ? file.getAccessFlags() : file.getInnerAccessFlags();
    if (!isVisible(flags)) {
      return Optional.empty();
    }
    List<Member> members = new ArrayList<>();
    for (FieldInfo field : file.getFields()) {
      if (isVisible(field.getAccessFlags())) {
        members.add(field(field));
      }
    }
    for (MethodInfo method : file.getMethods()) {
      if (isVisible(method.getAccessFlags()) && !method.isStaticInitializer()) {
        members.add(method(file, method));
      }
    }
    members.sort(
        Comparator.comparing(Member::kind).thenComparing(Member::name).thenComparing(Member::line));
    return Optional.of(new ApiType(declaration(file, flags), members));
  }

  private static boolean isVisible(int flags) {
    return (flags & (AccessFlag.PUBLIC | AccessFlag.PROTECTED)) != 0
        && (flags & AccessFlag.SYNTHETIC) == 0;
  }

  private static Declaration declaration(ClassFile file, int flags) {
    List<String> permitted = permitted(file);
    List<String> words = access(flags);
    add(words, flags, AccessFlag.STATIC, "static");
    if (!file.isInterface()) {
      add(words, flags, AccessFlag.ABSTRACT, "abstract");
    }
    add(words, flags, AccessFlag.FINAL, "final");
    if (!permitted.isEmpty()) {
      words.add("sealed");
    }
    words.add(kind(file));
    return new Declaration(
        words,
        file.getName(),
        file.isInterface() ? "" : file.getSuperclass(),
        List.of(file.getInterfaces()),
        permitted,
        signature(file.getAttribute(SignatureAttribute.tag)));
  }

  private static String kind(ClassFile file) {
    if ((file.getAccessFlags() & AccessFlag.ANNOTATION) != 0) {
      return "@interface";
    } else if (file.isInterface()) {
      return "interface";
    } else if ((file.getAccessFlags() & AccessFlag.ENUM) != 0) {
      return "enum";
    }
    return file.getSuperclass().equals("java.lang.Record") ? "record" : "class";
  }

  private static List<String> permitted(ClassFile file) {
    AttributeInfo attribute = file.getAttribute("PermittedSubclasses");
    if (Objects.isNull(attribute)) {
      return List.of();
    }
    ByteBuffer content = ByteBuffer.wrap(attribute.get());
    ConstPool constants = file.getConstPool();
    List<String> names = new ArrayList<>();
    for (int left = content.getShort(); left > 0; left--) {
      names.add(constants.getClassInfo(Short.toUnsignedInt(content.getShort())));
    }
    return names.stream().sorted().toList();
  }

  private static Member field(FieldInfo field) {
    List<String> words = access(field.getAccessFlags());
    add(words, field.getAccessFlags(), AccessFlag.STATIC, "static");
    add(words, field.getAccessFlags(), AccessFlag.FINAL, "final");
    return new Member(
        Member.Kind.FIELD,
        words,
        name(ClassDesc.ofDescriptor(field.getDescriptor())),
        field.getName(),
        List.of(),
        List.of(),
        signature(field.getAttribute(SignatureAttribute.tag)));
  }

  private static Member method(ClassFile file, MethodInfo method) {
    int flags = method.getAccessFlags();
    List<String> words = access(flags);
    add(words, flags, AccessFlag.STATIC, "static");
    add(words, flags, AccessFlag.ABSTRACT, "abstract");
    add(words, flags, AccessFlag.FINAL, "final");
    add(words, flags, AccessFlag.VARARGS, "varargs");
    if (file.isInterface() && (flags & (AccessFlag.STATIC | AccessFlag.ABSTRACT)) == 0) {
      words.add("default");
    }
    MethodTypeDesc type = MethodTypeDesc.ofDescriptor(method.getDescriptor());
    List<String> exceptions =
        Objects.isNull(method.getExceptionsAttribute())
            ? List.of()
            : Arrays.stream(method.getExceptionsAttribute().getExceptions()).sorted().toList();
    return new Member(
        Member.Kind.METHOD,
        words,
        name(type.returnType()),
        method.getName(),
        type.parameterList().stream().map(ApiReader::name).toList(),
        exceptions,
        signature(method.getAttribute(SignatureAttribute.tag)));
  }

  private static String name(ClassDesc type) {
    if (type.isArray()) {
      return name(type.componentType()) + "[]";
    } else if (type.isPrimitive()) {
      return type.displayName();
    }
    String descriptor = type.descriptorString();
    return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
  }

  private static List<String> access(int flags) {
    List<String> words = new ArrayList<>();
    words.add((flags & AccessFlag.PUBLIC) != 0 ? "public" : "protected");
    return words;
  }

  private static void add(List<String> words, int flags, int flag, String word) {
    if ((flags & flag) != 0) {
      words.add(word);
    }
  }

  private static String signature(AttributeInfo attribute) {
    return attribute instanceof SignatureAttribute signature ? signature.getSignature() : "";
  }
}

package dev.prlease.examples.checks;

import dev.prlease.examples.checks.ApiType.Declaration;
import dev.prlease.examples.checks.ApiType.Member;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.ClassFile;
import javassist.bytecode.ConstPool;
import javassist.bytecode.ExceptionsAttribute;
import javassist.bytecode.FieldInfo;
import javassist.bytecode.InnerClassesAttribute;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.SignatureAttribute;

/** Makes class files without code from the lines of an API, for a tool that compares jars. */
final class ApiStubs {
  private static final Map<String, Integer> FLAGS =
      Map.of(
          "public", AccessFlag.PUBLIC,
          "protected", AccessFlag.PROTECTED,
          "static", AccessFlag.STATIC,
          "abstract", AccessFlag.ABSTRACT,
          "final", AccessFlag.FINAL,
          "varargs", AccessFlag.VARARGS,
          "interface", AccessFlag.INTERFACE | AccessFlag.ABSTRACT,
          "@interface", AccessFlag.ANNOTATION | AccessFlag.INTERFACE | AccessFlag.ABSTRACT,
          "enum", AccessFlag.ENUM);

  private ApiStubs() {}

  /** A jar of {@code types}. */
  static byte[] jar(List<ApiType> types) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (ApiType type : types) {
        zip.putNextEntry(new ZipEntry(type.declaration().name().replace('.', '/') + ".class"));
        DataOutputStream out = new DataOutputStream(zip);
        classFile(type).write(out);
        out.flush();
      }
    }
    return bytes.toByteArray();
  }

  private static ClassFile classFile(ApiType type) throws Exception {
    Declaration declared = type.declaration();
    int flags = flags(declared.words());
    boolean isInterface = (flags & AccessFlag.INTERFACE) != 0;
    ClassFile file =
        new ClassFile(
            isInterface, declared.name(), isInterface ? "java.lang.Object" : declared.superclass());
    file.setMajorVersion(ClassFile.JAVA_11);
    file.setAccessFlags((flags & ~AccessFlag.STATIC & ~AccessFlag.PROTECTED) | AccessFlag.SUPER);
    file.setInterfaces(declared.interfaces().toArray(new String[0]));
    ConstPool constants = file.getConstPool();
    int dollar = declared.name().lastIndexOf('$');
    if (dollar > 0) {
      InnerClassesAttribute inner = new InnerClassesAttribute(constants);
      inner.append(
          declared.name(),
          declared.name().substring(0, dollar),
          declared.name().substring(dollar + 1),
          flags);
      file.addAttribute(inner);
    }
    if (!declared.signature().isEmpty()) {
      file.addAttribute(new SignatureAttribute(constants, declared.signature()));
    }
    for (Member member : type.members()) {
      if (member.kind() == Member.Kind.FIELD) {
        file.addField(field(constants, member));
      } else {
        file.addMethod(method(constants, member));
      }
    }
    return file;
  }

  private static FieldInfo field(ConstPool constants, Member member) {
    FieldInfo field =
        new FieldInfo(constants, member.name(), type(member.type()).descriptorString());
    field.setAccessFlags(flags(member.words()));
    if (!member.signature().isEmpty()) {
      field.addAttribute(new SignatureAttribute(constants, member.signature()));
    }
    return field;
  }

  private static MethodInfo method(ConstPool constants, Member member) {
    ClassDesc[] parameters =
        member.parameters().stream().map(ApiStubs::type).toArray(ClassDesc[]::new);
    String descriptor = MethodTypeDesc.of(type(member.type()), parameters).descriptorString();
    MethodInfo method = new MethodInfo(constants, member.name(), descriptor);
    method.setAccessFlags(flags(member.words()));
    if (!member.exceptions().isEmpty()) {
      ExceptionsAttribute exceptions = new ExceptionsAttribute(constants);
      exceptions.setExceptions(member.exceptions().toArray(new String[0]));
      method.setExceptionsAttribute(exceptions);
    }
    if (!member.signature().isEmpty()) {
      method.addAttribute(new SignatureAttribute(constants, member.signature()));
    }
    return method;
  }

  private static int flags(List<String> words) {
    int flags = 0;
    for (String word : words) {
      flags |= FLAGS.getOrDefault(word, 0);
    }
    return flags;
  }

  private static ClassDesc type(String name) {
    if (name.endsWith("[]")) {
      return type(name.substring(0, name.length() - 2)).arrayType();
    }
    return switch (name) {
      case "boolean" -> ClassDesc.ofDescriptor("Z");
      case "byte" -> ClassDesc.ofDescriptor("B");
      case "char" -> ClassDesc.ofDescriptor("C");
      case "double" -> ClassDesc.ofDescriptor("D");
      case "float" -> ClassDesc.ofDescriptor("F");
      case "int" -> ClassDesc.ofDescriptor("I");
      case "long" -> ClassDesc.ofDescriptor("J");
      case "short" -> ClassDesc.ofDescriptor("S");
      case "void" -> ClassDesc.ofDescriptor("V");
      default -> ClassDesc.of(name);
    };
  }
}

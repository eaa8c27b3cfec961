package dev.prlease.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a location of a store tells, and what it keeps to itself. */
class StoreTextTest {
  @Test
  void passwords_are_masked_and_the_rest_stays() {
    Map<String, String> shown =
        Map.of(
            "file:~/leases?layout=amplihack", "file:~/leases?layout=amplihack",
            "jdbc:postgresql://db:5432/x?sslmode=require",
                "jdbc:postgresql://db:5432/x?sslmode=require",
            "jdbc:postgresql://me:geheim@db/x", "jdbc:postgresql://me:***@db/x",
            "jdbc:postgresql://me@db/x", "jdbc:postgresql://me@db/x",
            "jdbc:postgresql://db/x?user=me&password=geheim&ssl=true",
                "jdbc:postgresql://db/x?user=me&password=***&ssl=true",
            "jdbc:h2:/srv/x;USER=sa;PASSWORD=geheim", "jdbc:h2:/srv/x;USER=sa;PASSWORD=***",
            "etcd://a:2379,b:2379/prlease", "etcd://a:2379,b:2379/prlease",
            "git:https://me:geheim@host/r.git", "git:https://me:***@host/r.git");
    shown.forEach(
        (location, text) -> assertThat(StoreText.shown(location)).as(location).isEqualTo(text));
  }
}

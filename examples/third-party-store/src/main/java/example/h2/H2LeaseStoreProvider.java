package example.h2;

import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.h2.Driver;

/** Opens {@code h2:} and what follows {@code jdbc:h2:} in a JDBC URL. */
public final class H2LeaseStoreProvider implements LeaseStoreProvider {
  @Override
  public String scheme() {
    return "h2";
  }

  @Override
  public LeaseStore open(String location, StoreContext context) {
    String shown = "h2:" + location.split(";", 2)[0]; // what follows may be a password
    try {
      return new H2LeaseStore(shown, connect("jdbc:h2:" + location));
    } catch (SQLException e) {
      String what = "could not open " + shown + ": " + e.getMessage();
      throw new LeaseStoreException(Optional.empty(), what, "See to the database.", e);
    }
  }

  private static Connection connect(String url) throws SQLException {
    return new Driver().connect(url, new Properties());
  }
}

package dev.prlease.store.etcd;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.LoadResult;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes exchanges: one in a transaction of its own, several as transactions within one.
 *
 * <p>etcd allows 128 operations in a transaction, and what is nested in one counts on top; requests
 * may have 1.5 MiB. A batch stays below both, and goes out in parts where it must. If etcd refuses
 * a part, its exchanges are made one by one, so that one which it will not have touches no other
 * (rule LS-15); so it does if a key comes twice. That it has no room is no such refusal ({@link
 * Verdict#NO_ROOM}).
 */
final class Exchanges {
  private static final int MOST_IN_ONE = 100;
  private static final int MOST_BYTES = 512 * 1024;

  private final Cluster cluster;
  private final Layout layout;
  private final Reads reads;
  private final Trouble trouble;
  private final Supplier<Optional<Instant>> time;
  private final VacantSlots guesses = new VacantSlots();

  Exchanges(
      Cluster cluster,
      Layout layout,
      Reads reads,
      Trouble trouble,
      Supplier<Optional<Instant>> time) {
    this.cluster = cluster;
    this.layout = layout;
    this.reads = reads;
    this.trouble = trouble;
    this.time = time;
  }

  Exchange one(ExchangeRequest request) {
    Exchanging exchanging = new Exchanging(request, layout, guesses, time.get());
    LeaseKey key = request.key();
    while (exchanging.need() != Exchanging.Need.NOTHING) {
      if (exchanging.need() == Exchanging.Need.CONTENT) {
        exchanging.read(reads.one(key));
        continue;
      }
      try {
        Reply<TxnResponse> reply = cluster.ask(Call.TXN, exchanging.txn());
        TxnResponse answer = reply.answer();
        exchanging.answered(answer, answer.getHeader().getRevision(), reply.earlier());
      } catch (EtcdFailure failure) {
        Map<Exchanging, LeaseException> failed = new HashMap<>();
        settle(List.of(exchanging), failure, failed);
        if (failed.containsKey(exchanging)) {
          throw failed.get(exchanging);
        }
      }
    }
    if (exchanging.isUnknown()) {
      throw trouble.unknown(key, null);
    }
    return exchanging.outcome();
  }

  List<ExchangeResult> all(List<ExchangeRequest> requests) {
    Optional<Instant> now = time.get();
    List<Exchanging> all = new ArrayList<>(requests.size());
    for (ExchangeRequest request : requests) {
      all.add(new Exchanging(request, layout, guesses, now));
    }
    Map<Exchanging, LeaseException> failed = new HashMap<>();
    Set<Exchanging> alone = new HashSet<>();
    run(all, failed, alone);
    List<ExchangeResult> results = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      Exchanging each = all.get(i);
      results.add(
          alone.contains(each)
              ? oneOf(requests.get(i))
              : result(each, Optional.ofNullable(failed.get(each))));
    }
    return results;
  }

  private ExchangeResult result(Exchanging each, Optional<LeaseException> failure) {
    if (failure.isPresent()) {
      return new ExchangeResult.Failed(each.key(), failure.get());
    }
    return each.isUnknown()
        ? new ExchangeResult.Failed(each.key(), trouble.unknown(each.key(), null))
        : new ExchangeResult.Answered(each.key(), each.outcome());
  }

  private ExchangeResult oneOf(ExchangeRequest request) {
    try {
      return new ExchangeResult.Answered(request.key(), one(request));
    } catch (LeaseException failure) {
      return new ExchangeResult.Failed(request.key(), failure);
    }
  }

  /** Until none needs anything any more, but those that failed or must be made alone. */
  private void run(
      List<Exchanging> all, Map<Exchanging, LeaseException> failed, Set<Exchanging> alone) {
    List<Exchanging> open = new ArrayList<>(all);
    while (true) {
      open.removeIf(
          each ->
              each.need() == Exchanging.Need.NOTHING
                  || failed.containsKey(each)
                  || alone.contains(each));
      if (open.isEmpty()) {
        return;
      }
      for (Exchanging each : open) {
        if (each.need() == Exchanging.Need.CONTENT) {
          read(each, failed);
        }
      }
      for (List<Exchanging> part : parts(open, failed)) {
        send(part, failed, alone);
      }
    }
  }

  private void read(Exchanging each, Map<Exchanging, LeaseException> failed) {
    try {
      Optional<KeyValue> found = reads.one(each.key());
      each.read(found);
    } catch (LeaseException failure) {
      failed.put(each, failure);
    }
  }

  private static List<List<Exchanging>> parts(
      List<Exchanging> open, Map<Exchanging, LeaseException> failed) {
    List<List<Exchanging>> parts = new ArrayList<>();
    List<Exchanging> part = new ArrayList<>();
    int bytes = 0;
    for (Exchanging each : open) {
      if (each.need() != Exchanging.Need.TXN || failed.containsKey(each)) {
        continue;
      }
      if (part.size() == MOST_IN_ONE || (!part.isEmpty() && bytes + each.size() > MOST_BYTES)) {
        parts.add(part);
        part = new ArrayList<>();
        bytes = 0;
      }
      part.add(each);
      bytes += each.size();
    }
    if (!part.isEmpty()) {
      parts.add(part);
    }
    return parts;
  }

  private void send(
      List<Exchanging> part, Map<Exchanging, LeaseException> failed, Set<Exchanging> alone) {
    List<TxnRequest> txns = new ArrayList<>(part.size());
    for (Exchanging each : part) {
      txns.add(each.txn());
    }
    try {
      Reply<TxnResponse> reply = cluster.ask(Call.TXN, SlotTxn.all(txns));
      TxnResponse answer = reply.answer();
      for (int i = 0; i < part.size(); i++) {
        part.get(i)
            .answered(
                answer.getResponses(i).getResponseTxn(),
                answer.getHeader().getRevision(),
                reply.earlier());
      }
    } catch (EtcdFailure failure) {
      if (failure.fate() == EtcdFailure.Fate.REFUSED && part.size() > 1) {
        alone.addAll(part);
      } else {
        settle(part, failure, failed);
      }
    }
  }

  /**
   * What became of {@code part}, whose transaction ended with {@code failure}. Where etcd had no
   * room, a read tells: only a key that is as it was before has certainly not been written.
   */
  private void settle(
      List<Exchanging> part, EtcdFailure failure, Map<Exchanging, LeaseException> failed) {
    if (failure.fate() != EtcdFailure.Fate.NO_ROOM) {
      part.forEach(each -> failed.put(each, trouble.writing(each.key(), failure)));
      return;
    }
    List<LoadResult> found = reads.all(part.stream().map(Exchanging::key).toList());
    for (int i = 0; i < part.size(); i++) {
      Exchanging each = part.get(i);
      if (!(found.get(i) instanceof LoadResult.Answered answered)) {
        failed.put(each, trouble.unknown(each.key(), failure));
      } else if (each.isUntouched(answered.slot())) {
        failed.put(each, trouble.writing(each.key(), failure));
      } else {
        each.settle(answered.slot());
      }
    }
  }
}

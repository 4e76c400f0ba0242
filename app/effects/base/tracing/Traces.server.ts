/**
 * Traces: where the time of requests, statements, ledger calls and jobs went, sent to the collector the operator names.
 *
 * Loaded only where `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Nothing waits for the collector: spans are handed over in the
 * background, and while it does not answer, none are kept.
 */
import { FetchHttpClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { Duration, Effect, Layer, Tracer } from "effect"
import { hexText } from "~/effects/base/text/random.server"
import { toTraces } from "./otlp"
import { RecordedSpan } from "./RecordedSpan"

/** Between two hand-overs. */
const EVERY = Duration.seconds(5)
/** How long a collector that did not answer is left alone. */
const REST = Duration.seconds(60)
const ANSWER_WITHIN = Duration.seconds(5)
/** At the end the process waits no longer for what is left to send. */
const SHUTDOWN_TIMEOUT = Duration.seconds(2)
/** Spans that wait at the most, about 1 kB each; more than that are not recorded. */
const MOST_WAITING = 8_192
const MOST_AT_ONCE = 1_024

/** Collects ended spans, and hands them over as long as the scope lasts. */
const makeSender = (collector: string) =>
  Effect.gen(function* () {
    const http = HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false).pipe(HttpClient.filterStatusOk)
    let waiting: Array<RecordedSpan> = []
    let isResting = false

    const post = (spans: ReadonlyArray<RecordedSpan>) =>
      HttpClientRequest.post(`${collector}/v1/traces`).pipe(
        HttpClientRequest.bodyUnsafeJson(toTraces(spans)),
        http.execute,
        Effect.flatMap((reply) => reply.text),
        Effect.timeout(ANSWER_WITHIN)
      )
    const handOver = Effect.suspend(() => {
      const spans = waiting
      waiting = []
      const parts = Array.from({ length: Math.ceil(spans.length / MOST_AT_ONCE) }, (_, n) =>
        spans.slice(n * MOST_AT_ONCE, (n + 1) * MOST_AT_ONCE)
      )
      return Effect.forEach(parts, post, { discard: true })
    })
    const rest = Effect.suspend(() => {
      isResting = true
      return Effect.zipRight(
        Effect.logWarning("the trace collector does not answer; no traces for a minute"),
        Effect.sleep(REST)
      )
    }).pipe(
      Effect.zipRight(
        Effect.sync(() => {
          isResting = false
        })
      )
    )
    yield* Effect.addFinalizer(() =>
      Effect.ignore(Effect.timeout(Effect.interruptible(Effect.withTracerEnabled(handOver, false)), SHUTDOWN_TIMEOUT))
    )
    yield* Effect.sleep(EVERY).pipe(
      Effect.zipRight(Effect.catchAll(handOver, () => rest)),
      Effect.forever,
      Effect.withTracerEnabled(false),
      Effect.forkScoped
    )
    return (span: RecordedSpan) => {
      if (!isResting && waiting.length < MOST_WAITING) waiting.push(span)
    }
  })

/** Makes every span of the programs above it one that is sent. `collector`: an address without a slash at its end. */
export const layer = (collector: string) =>
  Layer.unwrapScoped(
    Effect.map(makeSender(collector), (send) =>
      Layer.setTracer(
        Tracer.make({
          span: (name, parent, context, links, startTime, kind) =>
            new RecordedSpan(
              { name, parent, context, links, startTime, kind },
              { traceId: hexText(16), spanId: hexText(8) },
              send
            ),
          context: (run) => run()
        })
      )
    )
  ).pipe(Layer.provide(FetchHttpClient.layer))

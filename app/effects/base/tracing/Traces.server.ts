/**
 * Traces: how long requests, statements, ledger calls and jobs took, sent to the operator's collector.
 *
 * Loaded only if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Nothing waits for the collector: spans are sent in the
 * background, and discarded while it does not respond.
 */
import { FetchHttpClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { Duration, Effect, Layer, Option, Tracer } from "effect"
import { APP_NAME, APP_VERSION } from "~/effects/base/settings/product"
import { hexText } from "~/effects/base/text/random.server"
import { RecordedSpan } from "./RecordedSpan"

/**
 * Encodes spans as OTLP/HTTP JSON (opentelemetry-proto 1.x, `ExportTraceServiceRequest`): ids in hex, times as decimal
 * strings of nanoseconds.
 */
const KIND = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 }
const STATUS = { unset: 0, error: 2 }

const valueOf = (value: string | number | boolean) => {
  if (typeof value === "string") return { stringValue: value }
  if (typeof value === "boolean") return { boolValue: value }
  return Number.isInteger(value) ? { intValue: value } : { doubleValue: value }
}
const attribute = (key: string, value: string | number | boolean) => ({ key, value: valueOf(value) })

const toSpan = ({ attributes, kind, name, parent, spanId, status, traceId }: RecordedSpan) => ({
  traceId,
  spanId,
  ...Option.match(parent, { onNone: () => ({}), onSome: (span) => ({ parentSpanId: span.spanId }) }),
  name,
  kind: KIND[kind],
  startTimeUnixNano: String(status.startTime),
  endTimeUnixNano: String(status._tag === "Ended" ? status.endTime : status.startTime),
  attributes: Array.from(attributes, ([key, value]) => attribute(key, value)),
  status: { code: attributes.has("error.type") ? STATUS.error : STATUS.unset }
})

/** The body of one `POST /v1/traces`. */
const toTraces = (spans: ReadonlyArray<RecordedSpan>) => ({
  resourceSpans: [
    {
      resource: {
        attributes: [attribute("service.name", APP_NAME.toLowerCase()), attribute("service.version", APP_VERSION)]
      },
      scopeSpans: [{ scope: { name: APP_NAME.toLowerCase() }, spans: spans.map(toSpan) }]
    }
  ]
})

/** Time between two uploads. */
const EVERY = Duration.seconds(5)
/** How long a collector that did not respond is not called. */
const REST = Duration.seconds(60)
const ANSWER_WITHIN = Duration.seconds(5)
/** On shutdown the process waits no longer than this for the last upload. */
const SHUTDOWN_TIMEOUT = Duration.seconds(2)
/** Maximum number of waiting spans, about 1 kB each; further spans are not recorded. */
const MOST_WAITING = 8_192
const MOST_AT_ONCE = 1_024

/** Collects ended spans and uploads them as long as the scope lasts. */
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

/**
 * Records and sends the spans of all programs that use this layer. `collector`: an address without a trailing slash.
 */
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

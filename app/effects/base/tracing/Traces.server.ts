/**
 * Traces: how long requests, statements, ledger calls and jobs took, sent to the operator's collector.
 *
 * Loaded only if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Nothing waits for the collector: spans are sent in the
 * background, and discarded while it does not respond.
 */
import { FetchHttpClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { Cause, type Context, Duration, Effect, type Exit, Layer, Option, Tracer } from "effect"
import { APP_NAME, APP_VERSION } from "~/effects/base/settings/product"
import { hexText } from "~/effects/base/text/random.server"

/** Allowed attributes besides the name, all written by us: statements have placeholders instead of values. */
const TELLABLE: ReadonlySet<string> = new Set([
  "db.operation.name",
  "db.query.text",
  "db.system.name",
  "error.type",
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "job",
  "ledger.call",
  "request.id"
])
/** Characters. Longer statements are cut, because their beginning shows what they do. */
const LONGEST_TEXT = 1_000

type Reported = string | number | boolean

interface Ids {
  /** 32 hex digits, for the span that starts a trace. */
  readonly traceId: string
  /** 16 hex digits. */
  readonly spanId: string
}

type Begun = Pick<Tracer.Span, "name" | "parent" | "context" | "kind" | "links"> & { readonly startTime: bigint }

/**
 * One piece of work and its duration, stored until it is sent to the operator's collector. Content that people type
 * must not leave the server this way. A span therefore has only attributes of a closed list, records the name but
 * never the message of an error, and receives no log lines.
 */
class RecordedSpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly sampled = true
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly context: Context.Context<never>
  readonly kind: Tracer.SpanKind
  readonly links: ReadonlyArray<Tracer.SpanLink>
  readonly attributes = new Map<string, Reported>()
  status: Tracer.SpanStatus
  readonly #ended: (span: RecordedSpan) => void

  constructor({ context, kind, links, name, parent, startTime }: Begun, ids: Ids, ended: (span: RecordedSpan) => void) {
    this.name = name
    this.parent = parent
    this.context = context
    this.kind = kind
    this.links = links
    this.traceId = Option.match(parent, { onNone: () => ids.traceId, onSome: (span) => span.traceId })
    this.spanId = ids.spanId
    this.status = { _tag: "Started", startTime }
    this.#ended = ended
  }

  attribute(key: string, value: unknown): void {
    if (!TELLABLE.has(key)) return
    if (typeof value === "string") this.attributes.set(key, value.slice(0, LONGEST_TEXT))
    else if (typeof value === "number" || typeof value === "boolean") this.attributes.set(key, value)
  }

  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    if (this.status._tag === "Ended") return
    this.status = { _tag: "Ended", startTime: this.status.startTime, endTime, exit }
    const trouble = troubleOf(exit)
    if (trouble !== undefined) this.attribute("error.type", trouble)
    this.#ended(this)
  }

  /** Log lines also arrive here, with arbitrary text; they are ignored. */
  event(): void {}

  addLinks(): void {}
}

const nameOf = (value: unknown): string => {
  if (typeof value === "object" && value !== null && "_tag" in value) return String(value._tag)
  return value instanceof Error ? value.constructor.name : typeof value
}

/** The name of the error that a span ended with. A response that was thrown, or an interruption, is not an error. */
const troubleOf = (exit: Exit.Exit<unknown, unknown>): string | undefined => {
  if (exit._tag === "Success" || Cause.isInterruptedOnly(exit.cause)) return undefined
  const failure = Cause.squash(exit.cause)
  return failure instanceof Response ? undefined : nameOf(failure)
}

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

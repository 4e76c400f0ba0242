/**
 * A span: one piece of work and its duration, stored until it is sent to the operator's collector.
 *
 * Content that people type must not leave the server this way. A span therefore has only attributes of a closed list,
 * records the name but never the message of an error, and receives no log lines.
 */
import { Cause, type Context, type Exit, Option, type Tracer } from "effect"

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

export class RecordedSpan implements Tracer.Span {
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

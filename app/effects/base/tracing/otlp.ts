/**
 * Encodes spans as OTLP/HTTP JSON (opentelemetry-proto 1.x, `ExportTraceServiceRequest`): ids in hex, times as decimal
 * strings of nanoseconds.
 */
import { Option } from "effect"
import { APP_NAME, APP_VERSION } from "~/effects/base/settings/product"
import type { RecordedSpan } from "./RecordedSpan"

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
export const toTraces = (spans: ReadonlyArray<RecordedSpan>) => ({
  resourceSpans: [
    {
      resource: {
        attributes: [attribute("service.name", APP_NAME.toLowerCase()), attribute("service.version", APP_VERSION)]
      },
      scopeSpans: [{ scope: { name: APP_NAME.toLowerCase() }, spans: spans.map(toSpan) }]
    }
  ]
})

/** What other machines read: the document of the read API, figures for Prometheus, and requests to an S3 store. */
import { createHash, createHmac } from "node:crypto"
import { createRequire } from "node:module"
import SwaggerParser from "@apidevtools/swagger-parser"
import { Validator } from "@seriousme/openapi-schema-validator"
import { SignatureV4 } from "@smithy/signature-v4"
import aws4 from "aws4"
import { Effect, Redacted, Stream } from "effect"
import { getMetricsFromIterator, type PromData } from "prom2javascript"
import { assert, describe, test } from "vitest"
import { writeFamilies } from "~/effects/base/metrics/Metrics.server"
import { s3Store } from "~/effects/people/uploads/s3/s3Store.server"
import { documentOf } from "~/effects/publishing/readapi/contract/document.server"
import { parse } from "../effects/base/metrics/parse"
import { s3Server } from "../effects/people/uploads/s3Server"

describe("the document of the read API", () => {
  const document = JSON.parse(JSON.stringify(documentOf("https://commonhold.example")))

  test("is valid OpenAPI for swagger-parser and openapi-schema-validator, with the same paths", async () => {
    const read = await SwaggerParser.validate(structuredClone(document))
    const validator = new Validator()
    const { errors, valid } = await validator.validate(structuredClone(document))
    assert.isTrue(valid, JSON.stringify(errors))
    assert.strictEqual(validator.version, "3.1")
    assert.deepStrictEqual(Object.keys(read.paths ?? {}), Object.keys(document.paths))
    assert.deepStrictEqual(Object.keys(validator.resolveRefs().paths ?? {}), Object.keys(document.paths))
  })
})

interface PrometheusFamily {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly metrics: ReadonlyArray<{
    readonly value?: string
    readonly labels?: Readonly<Record<string, string>>
    readonly buckets?: Readonly<Record<string, string>>
    readonly sum?: string
    readonly count?: string
  }>
}

describe("figures for Prometheus", () => {
  const read: (text: string) => ReadonlyArray<PrometheusFamily> = createRequire(import.meta.url)(
    "parse-prometheus-text-format"
  )
  const text = writeFamilies([
    {
      name: "app_requests_total",
      help: "Requests, by \\ route\nand status.",
      type: "counter",
      samples: [
        { labels: { route: 'a"b\\c', status: "200" }, value: 3 },
        { labels: { route: "größe, {x}", status: "500" }, value: 0 }
      ]
    },
    { name: "app_open", help: "Open.", type: "gauge", samples: [{ labels: {}, value: -1.5e-7 }] },
    {
      name: "app_took_seconds",
      help: "How long.",
      type: "histogram",
      samples: [
        {
          labels: {},
          buckets: [
            [0.1, 2],
            [Number.POSITIVE_INFINITY, 3]
          ],
          sum: 1.5,
          count: 3
        }
      ]
    }
  ])

  test("are the same for parse-prometheus-text-format, prom2javascript and our reader of the format", async () => {
    const [requests, open, took] = read(text)
    const ours = parse(text)
    assert.deepStrictEqual(
      [requests, open, took].map((family) => [family?.name, family?.type.toLowerCase()]),
      ours.map(({ name, type }) => [name, type])
    )
    for (const [index, family] of [requests, open].entries()) {
      assert.deepStrictEqual(
        family?.metrics.map(({ labels = {}, value }) => ({ labels, value: Number(value) })),
        ours[index]?.samples.map(({ labels, value }) => ({ labels, value }))
      )
    }
    const others = await getMetricsFromIterator(text.split("\n").values())
    assert.deepStrictEqual(
      Object.entries(others).map(([name, { data, help, type }]) => ({ name, help, type, many: data.length })),
      [
        { name: "app_requests_total", help: "Requests, by \\\\ route\\nand status.", type: "counter", many: 2 },
        { name: "app_open", help: "Open.", type: "gauge", many: 1 },
        { name: "app_took_seconds", help: "How long.", type: "histogram", many: 1 }
      ]
    )
    for (const { name, samples, type } of ours) {
      if (type === "histogram") continue
      const data = (others[name]?.data ?? []) as ReadonlyArray<PromData>
      assert.deepStrictEqual(
        data.map(({ labels, value }) => ({ labels, value })),
        samples.map(({ labels, value }) => ({ labels, value }))
      )
    }
    const [times] = took?.metrics ?? []
    assert.deepStrictEqual([times?.sum, times?.count], ["1.5", "3"])
    assert.deepStrictEqual(times?.buckets, { "0.1": "2", "+Inf": "3" })
  })
})

/** A hash as Amazon's library wants it. */
class Sha256 {
  private readonly hash
  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = key === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(key))
  }
  update(data: string | ArrayBuffer | ArrayBufferView) {
    this.hash.update(bytesOf(data))
  }
  digest = async () => new Uint8Array(this.hash.digest())
  reset = () => undefined
}
const bytesOf = (data: string | ArrayBuffer | ArrayBufferView): Uint8Array => {
  if (typeof data === "string") return Buffer.from(data, "utf8")
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
}

const amazons = (region: string, credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }) =>
  new SignatureV4({ service: "s3", region, credentials, sha256: Sha256, uriEscapePath: false })

/** "20261120T120000Z" */
const timeOf = (text: string) =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"))

describe("requests to an S3 store", () => {
  test("are signed as aws4 and Amazon's own library sign them, and as Amazon's guide says", () =>
    Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const server = yield* s3Server
          const { bucket } = server
          const store = yield* s3Store(bucket)
          // The server verifies each signature by Amazon's guide before it does anything.
          yield* store.put("abcd.webp", Uint8Array.of(1, 2, 3))
          yield* store.get("abcd.webp")
          yield* store.digest("abcd.webp")
          yield* Stream.runDrain(store.names)
          yield* store.remove("abcd.webp")
          assert.deepStrictEqual([...server.files.keys()], [])
          assert.isAtLeast(server.signed.length, 5)
          for (const { headers, method, url } of server.signed) {
            const authorization = headers.authorization ?? ""
            const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(";") ?? []
            const signed = aws4.sign(
              {
                service: "s3",
                region: bucket.region,
                method,
                host: headers.host ?? "",
                path: url,
                headers: Object.fromEntries(names.map((name) => [name, headers[name] ?? ""]))
              },
              { accessKeyId: bucket.keyId, secretAccessKey: Redacted.value(bucket.secret) }
            )
            const [ours, theirs] = [authorization, String(signed.headers?.Authorization)].map((text) =>
              text.replaceAll(", ", ",")
            )
            assert.strictEqual(ours, theirs, `${method} ${url}`)
            const { pathname, searchParams } = new URL(url, bucket.endpoint)
            const byAmazon = yield* Effect.promise(() =>
              amazons(bucket.region, {
                accessKeyId: bucket.keyId,
                secretAccessKey: Redacted.value(bucket.secret)
              }).sign(
                {
                  method,
                  protocol: "http:",
                  hostname: "127.0.0.1",
                  path: decodeURIComponent(pathname),
                  query: Object.fromEntries(searchParams),
                  headers: Object.fromEntries(names.map((name) => [name, headers[name] ?? ""]))
                },
                { signingDate: timeOf(headers["x-amz-date"] ?? "") }
              )
            )
            assert.strictEqual(byAmazon.headers.authorization?.replaceAll(", ", ","), ours, `${method} ${url}`)
          }
        })
      )
    ))
})

/**
 * An S3-compatible store for tests, in memory, on a port of this machine: one bucket, the five calls that we make, and
 * their failures. It verifies every signature itself.
 */
import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, Redacted } from "effect"
import type { S3Bucket } from "~/effects/base/settings/s3Bucket.server"
import { type SignedRequest, signerOf } from "./s3Signature"

/** What the store does to requests: responds, stays silent, forbids, is full, asks for patience, truncates bodies. */
export type Mood = "well" | "silent" | "forbidden" | "full" | "busy" | "bucketless" | "proxied" | "cutting" | "garbled"

const KEY_ID = "AKIATESTS"
const SECRET = "the/secret+of=the tests".replace(" ", "-")
const REGION = "test-1"
const BUCKET = "pictures"
/** Names on one page of a list. */
const PAGE = 2

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")
const error = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`

const TROUBLE: Partial<Record<Mood, readonly [status: number, body: string]>> = {
  forbidden: [403, error("AccessDenied")],
  full: [507, error("XMinioStorageFull")],
  busy: [503, error("SlowDown")],
  bucketless: [404, error("NoSuchBucket")],
  proxied: [404, "<html><title>404 Not Found</title></html>"],
  garbled: [200, "<html>Welcome to the hotel's network</html>"]
}

interface StoredFile {
  readonly bytes: Buffer
  readonly digest: string | undefined
}

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const listOf = (files: ReadonlyMap<string, StoredFile>, query: URLSearchParams) => {
  const prefix = query.get("prefix") ?? ""
  const below = [...files.keys()].filter((key) => key.startsWith(prefix)).sort()
  const folderOf = (key: string) => {
    const end = query.has("delimiter") ? key.indexOf("/", prefix.length) : -1
    return end < 0 ? key : key.slice(0, end + 1)
  }
  const keys = [...new Set(below.map(folderOf))]
  const from = Number(query.get("continuation-token") ?? 0)
  const shown = keys.slice(from, from + Math.min(PAGE, Number(query.get("max-keys") ?? PAGE)))
  const rest = from + shown.length < keys.length
  const next = rest ? `<NextContinuationToken>${from + shown.length}</NextContinuationToken>` : ""
  const contents = shown.map((key) =>
    key.endsWith("/")
      ? `<CommonPrefixes><Prefix>${key}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${key}</Key><Size>1</Size></Contents>`
  )
  return `<ListBucketResult><IsTruncated>${rest}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`
}

export class S3Server {
  readonly files = new Map<string, StoredFile>()
  readonly asked: Array<string> = []
  /** The requests with a correct signature. */
  readonly signed: Array<SignedRequest> = []
  mood: Mood = "well"
  /** This many requests succeed before the failures begin. */
  wellFor = 0
  /** This many requests fail, then the store works. */
  moodFor = Number.POSITIVE_INFINITY

  private readonly respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "" } = request
    this.asked.push(`${method} ${url}`)
    const body = await bodyOf(request)
    const mood = this.wellFor-- <= 0 && this.moodFor-- > 0 ? this.mood : "well"
    if (mood === "silent") return
    const end = (status: number, text: string | Uint8Array = "", headers = {}) => {
      response.writeHead(status, { "Content-Length": text.length, ...headers })
      if (mood === "cutting" && text.length > 1) response.write(text.slice(0, 1), () => request.socket.destroy())
      else response.end(method === "HEAD" ? undefined : text)
    }
    const trouble = TROUBLE[mood]
    if (trouble !== undefined) return end(...trouble)
    const headers = request.headers as Record<string, string | undefined>
    const signer = signerOf({ method, url, headers }, SECRET)
    if (signer === undefined) return end(403, error("SignatureDoesNotMatch"))
    this.signed.push({ method, url, headers })
    if (signer.keyId !== KEY_ID) return end(403, error("InvalidAccessKeyId"))
    if (signer.region !== REGION) return end(400, error("AuthorizationHeaderMalformed"))
    if (headers["x-amz-content-sha256"] !== sha256(body)) return end(400, error("XAmzContentSHA256Mismatch"))
    const { pathname, searchParams } = new URL(url, "http://store")
    const [, bucket, ...rest] = pathname.split("/")
    if (bucket !== BUCKET) return end(404, error("NoSuchBucket"))
    const key = rest.join("/")
    if (key === "") return end(200, listOf(this.files, searchParams))
    return this.onFile(method, key, { body, digest: headers["x-amz-meta-sha256"] }, end)
  }

  private readonly onFile = (
    method: string,
    key: string,
    sent: { readonly body: Buffer; readonly digest: string | undefined },
    end: (status: number, text?: string | Uint8Array, headers?: object) => void
  ) => {
    const kept = this.files.get(key)
    if (method === "PUT") {
      this.files.set(key, { bytes: sent.body, digest: sent.digest })
      return end(200)
    }
    if (method === "DELETE") {
      this.files.delete(key)
      return end(204)
    }
    if (kept === undefined) return end(404, error("NoSuchKey"))
    return end(200, kept.bytes, kept.digest === undefined ? {} : { "x-amz-meta-sha256": kept.digest })
  }

  private readonly http = createServer((request, response) => {
    this.respond(request, response).catch((problem: unknown) => response.destroy(problem as Error))
  })

  readonly start = () => new Promise<void>((resolve) => this.http.listen(0, "127.0.0.1", resolve))
  readonly stop = () =>
    new Promise<void>((resolve) => {
      this.http.close(() => resolve())
      this.http.closeAllConnections()
    })

  /** The address and keys of the store. */
  get bucket(): S3Bucket {
    const { port } = this.http.address() as AddressInfo // a TCP server has one
    return {
      endpoint: `http://127.0.0.1:${port}`,
      region: REGION,
      bucket: BUCKET,
      prefix: "commons/",
      keyId: KEY_ID,
      secret: Redacted.make(SECRET)
    }
  }
}

/** A store that ends with the scope. */
export const s3Server = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = new S3Server()
    await server.start()
    return server
  }),
  (server) => Effect.promise(server.stop)
)

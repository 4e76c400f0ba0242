/**
 * Decodes responses of an S3-compatible store: refusals and lists of names. They are XML of a fixed, flat shape, from
 * which five elements are read (Amazon S3 API reference, "Error responses" and "ListObjectsV2"). Pure.
 */
import { StorageUnavailable } from "~/effects/base/failures/failures"

const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => ENTITIES[name] ?? all)

/** The store's code of a refusal, such as `AccessDenied`; empty if it sent none, as for HEAD. */
export const codeOf = (xml: string): string => /^\w{1,60}$/.exec(element(xml, "Code") ?? "")?.[0] ?? ""

const FULL = /Full|Quota|InsufficientCapacity|InsufficientStorage/i

const reasonOf = (status: number, code: string): StorageUnavailable["reason"] => {
  if (status === 507 || FULL.test(code)) return "full"
  if (code === "NoSuchBucket" || status === 404) return "unreachable"
  if (status === 429 || status >= 500) return "unreachable"
  // Unknown keys, wrong signatures, regions or clocks: 301, 400 and 403.
  return status >= 300 && status < 500 ? "readOnly" : "broken"
}

/** The response is not from a store, but from a proxy or a hotel's network. */
export const notUnderstood = new StorageUnavailable({ reason: "broken", detail: "S3 200 without a list", place: "s3" })

/** A refusal as a storage failure; its detail has the status and code, and nothing that was sent. */
export const refusedBy = (status: number, xml: string): StorageUnavailable => {
  const code = codeOf(xml)
  const detail = code === "" ? `S3 ${status}` : `S3 ${status} ${code}`
  return new StorageUnavailable({ reason: reasonOf(status, code), detail, place: "s3" })
}

/**
 * Whether the store reports that the file does not exist; for HEAD there is no body. A proxy's 404 page says nothing
 * about the file.
 */
export const isMissing = (status: number, xml: string): boolean =>
  status === 404 && (xml === "" || codeOf(xml) === "NoSuchKey")

/** Whether trying again may help: the store fails, or asks to slow down. */
export const mayPass = (status: number): boolean => status === 429 || (status >= 500 && status !== 507)

export interface NamesPage {
  readonly keys: ReadonlyArray<string>
  /** Beginnings that names share up to the delimiter, if the request named one. */
  readonly folders: ReadonlyArray<string>
  /** Where the list continues. */
  readonly next: string | undefined
}

/** Undefined if the response is not from a store. */
export const namesPage = (xml: string): NamesPage | undefined => {
  if (!xml.includes("<ListBucketResult")) return undefined
  const isMore = element(xml, "IsTruncated") === "true"
  const next = element(xml, "NextContinuationToken")
  return {
    keys: [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => plain(key ?? "")),
    folders: [...xml.matchAll(/<CommonPrefixes>\s*<Prefix>([^<]*)<\/Prefix>/g)].map(([, name]) => plain(name ?? "")),
    next: isMore && next !== undefined ? plain(next) : undefined
  }
}

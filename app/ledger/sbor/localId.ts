/** Local ids of non-fungibles: conversion between their written form and bytes. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Option } from "effect"

export type LocalIdType = "string" | "integer" | "bytes" | "ruid"

const U64_MAX = 2n ** 64n - 1n
const WRITTEN: Readonly<Record<LocalIdType, RegExp>> = {
  string: /^<[A-Za-z0-9_]{1,64}>$/,
  integer: /^#(?:0|[1-9]\d{0,19})#$/,
  bytes: /^\[(?:[0-9a-f]{2}){1,64}\]$/,
  ruid: /^\{[0-9a-f]{16}(?:-[0-9a-f]{16}){3}\}$/
}

export const localIdType = (text: string): Option.Option<LocalIdType> => {
  const type = LOCAL_ID_TYPES.find((candidate) => WRITTEN[candidate].test(text))
  if (type === undefined || (type === "integer" && BigInt(text.slice(1, -1)) > U64_MAX)) return Option.none()
  return Option.some(type)
}

/** In the order of their byte. */
export const LOCAL_ID_TYPES: ReadonlyArray<LocalIdType> = ["string", "integer", "bytes", "ruid"]

/** The contents without type byte and length. Only for texts that `localIdType` recognizes. */
export const localIdBytes = (type: LocalIdType, text: string): Uint8Array => {
  const inner = text.slice(1, -1)
  if (type === "string") return new TextEncoder().encode(inner)
  if (type === "integer") return hexToBytes(BigInt(inner).toString(16).padStart(16, "0"))
  return hexToBytes(inner.replaceAll("-", ""))
}

/** Written form of contents read from bytes. None if the characters are not allowed. */
export const localIdText = (type: LocalIdType, bytes: Uint8Array): Option.Option<string> => {
  const hex = bytesToHex(bytes)
  const text = {
    string: () => `<${String.fromCharCode(...bytes)}>`,
    integer: () => `#${BigInt(`0x${hex}`)}#`,
    bytes: () => `[${hex}]`,
    ruid: () => `{${(hex.match(/.{16}/g) ?? []).join("-")}}`
  }[type]()
  return WRITTEN[type].test(text) ? Option.some(text) : Option.none()
}

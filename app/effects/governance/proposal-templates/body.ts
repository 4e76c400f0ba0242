/**
 * The proposal text made from answers: a heading for each question, followed by the answer as plain paragraphs.
 * Markdown characters in answers and labels are escaped (https://spec.commonmark.org/0.31.2/#backslash-escapes). Pure.
 */
import { tidyLine } from "~/effects/base/text/plain"
import type { TemplateField } from "./Template"

/**
 * Addresses that become links automatically. A backslash in them would become part of the address, so they are not
 * escaped.
 */
const ADDRESS = /((?:https?:|ftp:|mailto:|\/\/)\S+)/i
const encoded = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
const inAddress = (text: string): string =>
  text.replace(/[\\`*[\]<>|~]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, encoded)

const inWords = (text: string): string =>
  text
    .replace(/[\\`*[\]<>|~]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/(?<=^|\s)#/g, "\\#")

/** Escapes inline markup. */
const inLine = (text: string): string =>
  text
    .split(ADDRESS)
    .map((part, at) => (at % 2 === 1 ? inAddress(part) : inWords(part)))
    .join("")

/** Escapes characters that start a block at the beginning of a line. */
const atStart = (line: string): string => line.replace(/^[-+=]/, "\\$&").replace(/^(\d{1,9})([.)])/, "$1\\$2")

/** A line of text without any markup. */
export const plainLine = (text: string): string => atStart(inLine(tidyLine(text)))

const paragraphs = (text: string): string =>
  text
    .split("\n")
    .map(plainLine)
    .filter((line) => line !== "")
    .join("\n\n")

/** @param answers in the order of the questions; an empty answer gets no heading. */
export const bodyOf = (fields: ReadonlyArray<Pick<TemplateField, "label">>, answers: ReadonlyArray<string>): string =>
  fields
    .map(({ label }, at) => [`## ${inLine(tidyLine(label))}`, paragraphs(answers[at] ?? "")] as const)
    .flatMap(([heading, text]) => (text === "" ? [] : [`${heading}\n\n${text}`]))
    .join("\n\n")

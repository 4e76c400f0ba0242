/**
 * The text that answers become: a heading for each question, and below it what was written, as plain paragraphs. Nothing
 * in an answer or a label can be read as a heading, a list, a table, a quote, a link with other words, a picture or code
 * (https://spec.commonmark.org/0.31.2/#backslash-escapes). Pure.
 */
import { tidyLine } from "~/effects/base/text/plain"
import type { TemplateField } from "./Template"

/** Addresses that become links by themselves. In them a backslash would be part of the address. */
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

/** Marks within a line, so that they mark nothing. */
const inLine = (text: string): string =>
  text
    .split(ADDRESS)
    .map((part, at) => (at % 2 === 1 ? inAddress(part) : inWords(part)))
    .join("")

/** What begins a block where it stands first. */
const atStart = (line: string): string => line.replace(/^[-+=]/, "\\$&").replace(/^(\d{1,9})([.)])/, "$1\\$2")

/** One line of text that stands for itself. */
export const plainLine = (text: string): string => atStart(inLine(tidyLine(text)))

const paragraphs = (text: string): string =>
  text
    .split("\n")
    .map(plainLine)
    .filter((line) => line !== "")
    .join("\n\n")

/** `answers` in the order of the questions; what was left empty has no heading. */
export const bodyOf = (fields: ReadonlyArray<Pick<TemplateField, "label">>, answers: ReadonlyArray<string>): string =>
  fields
    .map(({ label }, at) => [`## ${inLine(tidyLine(label))}`, paragraphs(answers[at] ?? "")] as const)
    .flatMap(([heading, text]) => (text === "" ? [] : [`${heading}\n\n${text}`]))
    .join("\n\n")

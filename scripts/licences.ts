/**
 * The licences of the libraries that browsers get, in one text: the scripts and fonts themselves contain none
 * (docs/goals.md A1).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The package folder of a file; undefined for our own files. */
const packageOf = (file: string): string | undefined =>
  /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file.replace(/^\0/, ""))?.[0]

const textOf = (folder: string): string => {
  const { license, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const file = readdirSync(folder).find((each) => /^licen[cs]e(\.md|\.txt)?$/i.test(each))
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim()
  return `${name} ${version} (${license})\n\n${text}`.trim()
}

/** @param files where bundled modules and assets came from. */
export const licencesOf = (files: ReadonlyArray<string>): string => {
  const folders = new Set(files.map(packageOf).filter((folder) => folder !== undefined))
  const texts = [...folders].filter((folder) => existsSync(join(folder, "package.json"))).map(textOf)
  return `${texts.sort().join(`\n\n${"-".repeat(72)}\n\n`)}\n`
}

/** Parses a posted form with files as it arrives: `Request.formData` holds a large file in memory four times. */
import { unstable_parseMultipartFormData as parseParts, type UploadHandler } from "@remix-run/node"
import { Effect } from "effect"
import { InvalidFields, MalformedBody } from "~/effects/base/failures/failures"
import { textProblem, withoutControls } from "~/effects/base/text/plain"

/** The posted form, its texts without control characters. */
export const readForm = (request: Request): Effect.Effect<FormData, MalformedBody> =>
  Effect.map(Effect.tryPromise({ try: () => request.formData(), catch: () => new MalformedBody({}) }), (posted) => {
    const form = new FormData()
    for (const [name, value] of posted) {
      form.append(withoutControls(name), typeof value === "string" ? withoutControls(value) : value)
    }
    return form
  })

/** Fails if any field contains text that no field may contain. */
export const requireText = (form: FormData): Effect.Effect<void, InvalidFields> =>
  Effect.suspend(() => {
    const fields: Record<string, string> = {}
    for (const [name, value] of form) {
      const problem = typeof value === "string" ? textProblem(value) : undefined
      if (problem !== undefined) fields[name] ??= problem
    }
    return Object.keys(fields).length > 0 ? new InvalidFields({ fields }) : Effect.void
  })

/** The form as a browser sends it without scripts and without files. */
export const isPlainForm = ({ headers }: Request): boolean =>
  headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") === true

export interface SentFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface FileForm {
  readonly form: FormData
  /** Null if the form has no such file, or an empty one. */
  readonly file: SentFile | null
}

const isMultipart = ({ headers }: Request) => headers.get("Content-Type")?.startsWith("multipart/form-data") === true

/** Reads a whole part. Preallocated memory is not copied when more data arrives. */
const allOf = async (data: AsyncIterable<Uint8Array>, room: number): Promise<Buffer> => {
  let bytes = Buffer.allocUnsafeSlow(room)
  let size = 0
  for await (const chunk of data) {
    const end = size + chunk.length
    if (end > bytes.length) bytes = Buffer.concat([bytes.subarray(0, size)], Math.max(end, 2 * bytes.length))
    bytes.set(chunk, size)
    size = end
  }
  return bytes.subarray(0, size)
}

const readParts = async (request: Request, field: string, most: number) => {
  const files: Array<SentFile> = []
  let found = 0
  const take: UploadHandler = async ({ data, filename, name }) => {
    if (filename === undefined) return withoutControls((await allOf(data, 0)).toString("utf8"))
    if (name === field && found < most) {
      found++
      const bytes = await allOf(data, most === 1 ? Number(request.headers.get("Content-Length") ?? 0) : 0)
      if (bytes.length > 0) files.push({ name: withoutControls(filename), bytes })
    } else for await (const _ of data); // other files are not needed and are skipped
    return undefined
  }
  return { form: await parseParts(request, take), files }
}

/** The form's texts without control characters, and the files of that field, at most so many; empty ones are left out. */
export const readFilesForm = (
  request: Request,
  field: string,
  most: number
): Effect.Effect<{ readonly form: FormData; readonly files: ReadonlyArray<SentFile> }, MalformedBody> =>
  isMultipart(request)
    ? Effect.tryPromise({ try: () => readParts(request, field, most), catch: () => new MalformedBody({}) })
    : Effect.map(readForm(request), (form) => ({ form, files: [] }))

/** The same with the field's first file. */
export const readFileForm = (request: Request, field: string): Effect.Effect<FileForm, MalformedBody> =>
  Effect.map(readFilesForm(request, field, 1), ({ files, form }) => ({ form, file: files[0] ?? null }))

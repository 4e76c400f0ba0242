/**
 * How files from strangers are processed (docs/product/safety.md, docs/product/errors.md). The bad ones are made here,
 * byte by byte.
 */
import { crc32, deflateSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import sharp from "sharp"
import { Pictures } from "~/effects/people/uploads/Pictures.server"
import { isAnimatedPng, pictureType } from "~/effects/people/uploads/pictureType"
import { MAX_UPLOAD_BYTES } from "~/effects/people/uploads/Upload"

const redraw = (bytes: Uint8Array) => Effect.flatMap(Pictures, (pictures) => pictures.redraw(bytes))
const refusal = (bytes: Uint8Array) => Effect.flip(redraw(bytes))

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#884422" } })

/** A PNG chunk: length ‖ type ‖ data ‖ CRC. */
const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
const signature = Buffer.from("89504e470d0a1a0a", "hex")
const header = (width: number, height: number) => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([1, 0, 0, 0, 0], 8) // one bit, grey
  return chunk("IHDR", data)
}
/** A small file that unpacks to `width` times `height` grey pixels. */
const bomb = (width: number, height: number) =>
  Buffer.concat([
    signature,
    header(width, height),
    chunk("IDAT", deflateSync(Buffer.alloc((width / 8 + 1) * height), { level: 9 })),
    chunk("IEND", Buffer.alloc(0))
  ])

/** Made before the first `Pictures` closes the library's other readers for this process. */
const samples = (async () => {
  const jpeg = await solid(1600, 1200).jpeg().toBuffer()
  const frames = Buffer.concat([Buffer.alloc(20 * 20 * 3, 20), Buffer.alloc(20 * 20 * 3, 220)])
  const animated = sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
  return {
    jpeg,
    png: await solid(300, 200).png().toBuffer(),
    webp: await solid(300, 200).webp().toBuffer(),
    gif: await solid(20, 20).gif().toBuffer(),
    tiff: await solid(20, 20).tiff().toBuffer(),
    avif: await solid(64, 64).avif().toBuffer(),
    animatedWebp: await animated.webp({ loop: 0, delay: [100, 100] }).toBuffer(),
    withExif: await sharp(await solid(80, 40).jpeg().toBuffer())
      .withExif({ IFD0: { Copyright: "SECRET-OWNER" }, IFD3: { GPSLatitude: "52/1 30/1 0/1", GPSLatitudeRef: "N" } })
      .withMetadata({ orientation: 6 })
      .toBuffer(),
    noise: await sharp(Buffer.from(Array.from({ length: 900 * 700 * 3 }, (_, n) => (n * n * 31) & 255)), {
      raw: { width: 900, height: 700, channels: 3 }
    })
      .png()
      .toBuffer()
  }
})()
const sample = Effect.promise(() => samples)

const html = Buffer.from("<!doctype html><script>alert(1)</script>")
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

/** The size of a picture, as its header says. */
const sizeOf = (bytes: Uint8Array) =>
  Effect.map(
    Effect.promise(() => sharp(bytes).metadata()),
    ({ height, width }) => `${width}x${height}`
  )

const scene = <A, E>(program: Effect.Effect<A, E, Pictures>) =>
  Effect.zipRight(sample, program).pipe(Effect.provide(Pictures.Default))

describe("Pictures", () => {
  it.effect("redraws each format as itself, with a WebP preview", () =>
    scene(
      Effect.gen(function* () {
        const { jpeg, png, webp } = yield* sample
        for (const [type, bytes] of Object.entries({ jpeg, png, webp })) {
          const picture = yield* redraw(bytes)
          assert.strictEqual(picture.type, type)
          assert.strictEqual(pictureType(picture.bytes), type)
          assert.strictEqual(pictureType(picture.preview), "webp")
        }
      })
    )
  )

  it.effect("fits the preview inside 1000x562 and never enlarges", () =>
    scene(
      Effect.gen(function* () {
        const { jpeg, png } = yield* sample
        assert.strictEqual(yield* sizeOf((yield* redraw(jpeg)).preview), "749x562")
        assert.strictEqual(yield* sizeOf((yield* redraw(png)).preview), "300x200")
      })
    )
  )

  it.effect("turns the picture upright and removes its metadata", () =>
    scene(
      Effect.gen(function* () {
        const { withExif } = yield* sample
        assert.include(Buffer.from(withExif).toString("latin1"), "SECRET-OWNER")
        const picture = yield* redraw(withExif)
        assert.deepInclude(picture, { width: 40, height: 80 })
        for (const bytes of [picture.bytes, picture.preview]) {
          const { exif, icc, iptc, orientation, xmp } = yield* Effect.promise(() => sharp(bytes).metadata())
          assert.deepStrictEqual(
            [exif, icc, iptc, xmp, orientation],
            [undefined, undefined, undefined, undefined, undefined]
          )
          assert.notInclude(Buffer.from(bytes).toString("latin1"), "SECRET-OWNER")
        }
      })
    )
  )

  it.effect("removes data appended to a picture", () =>
    scene(
      Effect.gen(function* () {
        const { png } = yield* sample
        const picture = yield* redraw(Buffer.concat([png, html]))
        assert.notInclude(Buffer.from(picture.bytes).toString("latin1"), "<script>")
      })
    )
  )

  it.effect("refuses anything but a still JPEG, PNG or WebP by its content: 415", () =>
    scene(
      Effect.gen(function* () {
        const { animatedWebp, avif, gif, jpeg, png, tiff } = yield* sample
        const control = chunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
        const apng = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)])
        assert.isTrue(isAnimatedPng(apng))
        assert.isFalse(isAnimatedPng(png))
        const files = {
          html,
          svg,
          gif,
          tiff,
          avif,
          animatedWebp,
          apng,
          svgAfterBlank: Buffer.concat([Buffer.from("\n "), svg]),
          pdf: Buffer.from("%PDF-1.7\n1 0 obj"),
          zip: Buffer.from("504b0304140000000800", "hex"),
          oneByte: Buffer.from([0xff]),
          zeros: Buffer.alloc(2_000),
          jpegBehindText: Buffer.concat([Buffer.from("GIF89a"), jpeg])
        }
        for (const [name, bytes] of Object.entries(files)) {
          assert.deepInclude(yield* refusal(bytes), { status: 415, code: "E-UPLOAD-TYPE" }, name)
        }
        assert.strictEqual((yield* refusal(svg)).message, "Use a PNG, JPEG or WebP picture.")
      })
    )
  )

  it.effect("refuses an empty file with 422 and 5 MiB and one byte with 413", () =>
    scene(
      Effect.gen(function* () {
        const { png } = yield* sample
        assert.deepInclude(yield* refusal(new Uint8Array(0)), { status: 422 })
        const tooLarge = Buffer.concat([png, Buffer.alloc(MAX_UPLOAD_BYTES + 1 - png.length)])
        assert.deepInclude(yield* refusal(tooLarge), {
          status: 413,
          code: "E-UPLOAD-SIZE",
          message: "The picture is larger than 5 MiB."
        })
        assert.strictEqual((yield* redraw(tooLarge.subarray(0, MAX_UPLOAD_BYTES))).type, "png")
      })
    )
  )

  it.effect("refuses 900 megapixels in 109 kB from the header alone, without decoding a pixel", () =>
    scene(
      Effect.gen(function* () {
        const file = bomb(30_000, 30_000)
        assert.isBelow(file.length, 200_000)
        assert.deepInclude(yield* refusal(file), { status: 413, code: "E-UPLOAD-PIXELS" })
        // Cut off before its first pixel: a decoder that continued would find it damaged instead.
        assert.deepInclude(yield* refusal(file.subarray(0, 64)), { status: 413, code: "E-UPLOAD-PIXELS" })
      })
    )
  )

  it.effect("accepts 24 megapixels and refuses a column more", () =>
    scene(
      Effect.gen(function* () {
        assert.deepInclude(yield* redraw(bomb(6_000, 4_000)), { width: 6_000, height: 4_000 })
        assert.deepInclude(yield* refusal(bomb(6_008, 4_000)), { status: 413 })
      })
    )
  )

  it.effect("refuses pictures that are truncated, damaged or have a false header", () =>
    scene(
      Effect.gen(function* () {
        const { jpeg, noise, webp } = yield* sample
        const damaged = Buffer.from(noise)
        damaged.fill(0, noise.length >> 1, (noise.length >> 1) + 4_000)
        const files = {
          cutJpeg: jpeg.subarray(0, jpeg.length >> 1),
          cutPng: noise.subarray(0, noise.length >> 1),
          cutWebp: webp.subarray(0, webp.length >> 1),
          damaged,
          headerOnly: Buffer.concat([signature, header(100, 100)]),
          signatureOnly: signature,
          riffOnly: Buffer.from("524946460000000057454250", "hex"),
          jpegStartOnly: Buffer.from("ffd8ffe0", "hex"),
          zeroWidth: Buffer.concat([signature, header(0, 100), chunk("IEND", Buffer.alloc(0))])
        }
        for (const [name, bytes] of Object.entries(files)) {
          const refused = yield* refusal(bytes)
          assert.include(["UnreadablePicture", "WrongFileType"], refused._tag, name)
          assert.include([415, 422], refused.status, name)
        }
      })
    )
  )

  it.effect("survives every mutation of a good file", () =>
    scene(
      Effect.gen(function* () {
        const { jpeg, png, webp } = yield* sample
        for (let round = 0; round < 60; round++) {
          const bytes = Buffer.from([jpeg, png, webp][round % 3] ?? png)
          for (let flip = 0; flip < 8; flip++) {
            const at = (round * 7_919 + flip * 104_729) % bytes.length
            bytes[at] = (bytes[at] ?? 0) ^ (1 << (flip % 8))
          }
          const end = yield* Effect.exit(redraw(bytes))
          if (end._tag === "Failure") assert.strictEqual(end.cause._tag, "Fail", `round ${round}`)
        }
      })
    )
  )

  it.effect("draws one at a time, queues eight and refuses the tenth (503)", () =>
    scene(
      Effect.gen(function* () {
        const { png } = yield* sample
        const ends = yield* Effect.all(
          Array.from({ length: 14 }, () => Effect.either(redraw(png))),
          { concurrency: "unbounded" }
        )
        const busy = ends.filter((end) => end._tag === "Left")
        assert.lengthOf(busy, 14 - 9)
        for (const end of busy) assert.deepInclude(end.left, { status: 503, code: "E-UPLOAD-BUSY" })
        assert.strictEqual((yield* redraw(png)).type, "png")
      })
    )
  )
})

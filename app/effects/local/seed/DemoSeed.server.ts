/**
 * The demonstration's data, inserted once when local mode starts with SEED=demo: people, their pictures, five
 * communities and their members. A row in `seeds` records it; all of it is written in one transaction.
 */
import { blake2b } from "@noble/hashes/blake2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Clock, Duration, Effect, Layer } from "effect"
import { CommunityId, Slug } from "~/effects/access/Community"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { sha256 } from "~/effects/base/text/random.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { displayImageUrl } from "~/effects/people/uploads/address"
import { OWN_UPLOADS } from "~/effects/people/uploads/Upload"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { type DemoPerson, demoAccount, people } from "./accounts"
import { type DemoCommunity, demoCommunities } from "./communities"
import { seedActivity } from "./seedActivity.server"
import { seedThreads } from "./seedThreads.server"

/**
 * A picture for each person of the demonstration: a rosette in a ring, engraved like an emblem, drawn from the name
 * alone. Pixels are computed here and only encoded by sharp, whose readers for drawings stay closed (see Pictures).
 */
const SIZE = 128
const PAPER = [250, 249, 246] as const

/** A hue of the colour circle as a dark ink, 0 to 255 for each channel. */
const inkOf = (turn: number): readonly [number, number, number] => {
  const channel = (shift: number) => Math.round(88 + 52 * Math.cos(2 * Math.PI * (turn - shift)))
  return [channel(0), channel(1 / 3), channel(2 / 3)]
}

const pixelsOf = (name: string): Uint8Array => {
  const [turn = 0, petals = 0, depth = 0, ticks = 0, twist = 0] = blake2b(utf8ToBytes(name), { dkLen: 8 })
  const ink = inkOf(turn / 256)
  const count = 3 + (petals % 6)
  const waves = 0.18 + (depth % 40) / 200
  const band = 24 + (ticks % 5) * 8
  const isInk = (x: number, y: number): boolean => {
    const radius = Math.hypot(x, y)
    const angle = Math.atan2(y, x) + twist / 40
    if (radius > 0.9 && radius < 0.96) return true
    if (radius > 0.72 && radius < 0.86) return Math.sin(angle * band) > -0.1
    const edge = 0.42 + waves * Math.cos(angle * count)
    return radius < edge && !(radius < edge * 0.45)
  }
  const pixels = new Uint8Array(SIZE * SIZE * 3)
  for (let row = 0; row < SIZE; row++) {
    for (let column = 0; column < SIZE; column++) {
      const at = (row * SIZE + column) * 3
      const half = SIZE / 2
      pixels.set(isInk((column + 0.5) / half - 1, (row + 0.5) / half - 1) ? ink : PAPER, at)
    }
  }
  return pixels
}

const AVATAR_SIZE = SIZE

/** WebP. */
const avatarOf = (name: string): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    const { default: sharp } = await import("sharp") // 30 MB, needed at the first start only
    return sharp(pixelsOf(name), { raw: { width: SIZE, height: SIZE, channels: 3 } })
      .webp({ lossless: true, effort: 1 })
      .toBuffer()
  })

export const SEED = "demo/communities"
const BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
const HOUR = Duration.toMillis(Duration.hours(1))
const DAY = 24 * HOUR
/** Number of pictures drawn and written at a time. */
const HANDS = 8

/** An id that is the same at every start. */
export const fixedId = (text: string, length: number): string =>
  Array.from(blake2b(utf8ToBytes(text), { dkLen: length }), (byte) => BASE32[byte & 31]).join("")

/** Chosen so that the five communities have five different emblems. */
export const demoCommunityId = (slug: string) => CommunityId.make(fixedId(`demo/${slug}`, 12))
const pictureOf = (name: string) => fixedId(`Commonhold demonstration: the picture of ${name}`, 26)
const emailOf = (name: string) => `${name.toLowerCase().replaceAll(" ", ".")}@example.org`

const memberSince = (now: number, { foundedDaysAgo, members }: DemoCommunity, index: number) =>
  Math.round(now - foundedDaysAgo * DAY * (1 - index / (members.length + 1)))

/** The day on which the person first joined a community. */
const firstSeen = (now: number, name: string) =>
  Math.min(
    now,
    ...demoCommunities.flatMap((community) => {
      const index = community.members.indexOf(name)
      return index < 0 ? [] : [memberSince(now, community, index) - DAY]
    })
  )

const drawPicture = ({ name }: DemoPerson) =>
  Effect.gen(function* () {
    const store = yield* UploadStore
    const file = pictureOf(name)
    const bytes = yield* avatarOf(name)
    // The same files as an upload: the picture, and the preview that is served.
    yield* store.put(`${file}.webp`, bytes)
    yield* store.put(`${file}.preview.webp`, bytes)
    return { name, file, bytes }
  })

const addPerson = (now: number, { bio, name, tags }: DemoPerson) =>
  Effect.gen(function* () {
    const sql = yield* Sql
    const users = yield* UsersRepo
    const account = demoAccount(name)
    const since = firstSeen(now, name)
    yield* users.insert({
      accountAddress: account,
      username: name,
      email: emailOf(name),
      bio,
      displayImage: displayImageUrl(OWN_UPLOADS.cdnUrl, pictureOf(name)),
      tags,
      workHistory: [],
      newsletter: false
    })
    yield* sql`UPDATE users SET created_at = ${since} WHERE account_address = ${account}`
  }).pipe(
    // A person of that name signed up before the demonstration was inserted, so it goes on without its own.
    Effect.catchTags({
      NameTaken: () => Effect.void,
      EmailTaken: () => Effect.void,
      ProfileExists: () => Effect.void
    })
  )

const addCommunity = (now: number, demo: DemoCommunity) =>
  Effect.gen(function* () {
    const repo = yield* CommunitiesRepo
    const memberships = yield* MembershipsRepo
    const { activeHoursAgo, foundedDaysAgo, members, moderators, owner, slug, weights = {}, ...facts } = demo
    const id = demoCommunityId(slug)
    yield* repo.insert({
      ...facts,
      id,
      slug: Slug.make(slug),
      logo: null,
      cover: null,
      joinToken: null,
      ownerAddress: demoAccount(owner),
      adminAccount: null,
      treasuryAccount: null,
      lockerAddress: null,
      ownerBadge: null,
      tokenResource: null,
      tokenSymbol: null,
      stage: "live",
      verifiedAt: null,
      activeAt: now - activeHoursAgo * HOUR,
      createdAt: now - foundedDaysAgo * DAY
    })
    yield* Effect.forEach(members, (name, index) =>
      memberships.insert({
        communityId: id,
        accountAddress: demoAccount(name),
        role: name === owner ? "owner" : moderators.includes(name) ? "moderator" : "member",
        status: "active",
        weight: weights[name] ?? 1,
        joinedAt: memberSince(now, demo, index),
        invitedBy: null,
        applicationNote: null,
        suspendedUntil: null,
        reason: null,
        notifications: "all",
        lastReadAt: null
      })
    )
  }).pipe(
    // The address was already taken; that community stays as it is.
    Effect.catchTags({ SlugTaken: () => Effect.void, AlreadyMember: () => Effect.void })
  )

const pictureRow = (now: number, { bytes, file, name }: Effect.Effect.Success<ReturnType<typeof drawPicture>>) => ({
  file,
  kind: "avatar",
  ownerAddress: demoAccount(name),
  browserHash: SEED,
  mime: "image/webp",
  bytes: bytes.length,
  width: AVATAR_SIZE,
  height: AVATAR_SIZE,
  sha256: sha256(bytes),
  createdAt: firstSeen(now, name)
})

export const seedDemo = Effect.gen(function* () {
  const sql = yield* Sql
  const now = yield* Clock.currentTimeMillis

  const isThere = Effect.map(sql`SELECT name FROM seeds WHERE name = ${SEED}`, (rows) => rows.length > 0)

  if (yield* isThere) return
  const pictures = yield* Effect.forEach(people, drawPicture, { concurrency: HANDS })
  yield* Effect.gen(function* () {
    // Of several servers that start at the same time, one inserts the data.
    yield* withLocks(sql, [SEED])
    if (yield* isThere) return
    yield* sql`INSERT INTO uploads ${sql.insert(pictures.map((picture) => pictureRow(now, picture)))} ON CONFLICT (file) DO NOTHING`
    yield* Effect.forEach(people, (person) => addPerson(now, person), { discard: true })
    yield* Effect.forEach(demoCommunities, (community) => addCommunity(now, community), { discard: true })
    yield* seedThreads(sql, { now, idOf: demoCommunityId, fixedId: (text) => fixedId(`demo/thread/${text}`, 12) })
    yield* seedActivity(
      { now, idOf: demoCommunityId, fixedId },
      demoCommunities.map(({ slug }) => slug)
    )
    yield* sql`INSERT INTO seeds ${sql.insert({ name: SEED, createdAt: now })}`
  }).pipe(Effect.orDie, atomically(sql))
}).pipe(Effect.withSpan("seedDemo"))

/** Runs before the server responds to its first request. */
export const DemoSeedLive = Layer.effectDiscard(
  Effect.flatMap(Settings, ({ seed }) => (seed === "demo" ? seedDemo : Effect.void))
).pipe(Layer.provide(Layer.mergeAll(UsersRepo.Default, CommunitiesRepo.Default, MembershipsRepo.Default)))

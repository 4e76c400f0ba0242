/** Arguments of a native call, read in order. An invalid one aborts the transaction with the name of the call. */
import type { Amount } from "../amount"
import type { Value } from "../sbor/Value"
import { Abort } from "./abort"
import { type Badge, type Rule, readRule } from "./auth/Rule"
import type { Frame } from "./Frame"
import type { Holding } from "./Holding"

type Of<K extends Value["kind"]> = Value & { readonly kind: K }

export class Args {
  private index = 0
  constructor(
    private readonly call: string,
    private readonly values: ReadonlyArray<Value>,
    readonly frame: Frame
  ) {}

  private misfit = (wanted: string) => new Abort(`${this.call}: argument ${this.index} is no ${wanted}`)

  any(): Value {
    const value = this.values[this.index]
    this.index += 1
    if (value === undefined) throw new Abort(`${this.call} takes more arguments`)
    return value
  }

  of<K extends Value["kind"]>(kind: K): Of<K> {
    const value = this.any()
    if (value.kind !== kind) throw this.misfit(kind)
    return value as Of<K> // ensured by its discriminator
  }

  /** The same call, reading from a value that was already read. */
  with = (value: Value): Args => new Args(this.call, [value], this.frame)

  /** Aborts if arguments are left. */
  end() {
    if (this.index !== this.values.length) throw new Abort(`${this.call} takes ${this.index} arguments`)
  }

  bool = (): boolean => this.of("Bool").value
  u8 = (): number => this.of("U8").value
  u32 = (): number => this.of("U32").value
  text = (): string => this.of("String").value
  amount = (): Amount => this.of("Decimal").value
  address = (): string => this.frame.address(this.any())
  localId = (): string => this.of("NonFungibleLocalId").value
  rule = (): Rule => readRule(this.any(), this.frame.address)

  ids(): ReadonlyArray<string> {
    const { items } = this.of("Array")
    return items.map((item) => {
      if (item.kind !== "NonFungibleLocalId") throw this.misfit("list of ids")
      return item.value
    })
  }

  tuple(): Args {
    return new Args(this.call, this.of("Tuple").fields, this.frame)
  }

  /** The variant, and its fields as arguments of their own. */
  variant(): readonly [number, Args] {
    const { fields, variant } = this.of("Enum")
    return [variant, new Args(this.call, fields, this.frame)]
  }

  option<A>(read: (args: Args) => A): A | undefined {
    const [variant, inner] = this.variant()
    if (variant > 1) throw this.misfit("option")
    const value = variant === 1 ? read(inner) : undefined
    inner.end()
    return value
  }

  list<A>(read: (args: Args) => A): ReadonlyArray<A> {
    const value = this.any()
    if (value.kind !== "Array") throw this.misfit("list")
    return value.items.map((item) => read(this.with(item)))
  }

  entries<K, V>(key: (args: Args) => K, item: (args: Args) => V): ReadonlyArray<readonly [K, V]> {
    return this.of("Map").entries.map(([from, to]) => [key(this.with(from)), item(this.with(to))] as const)
  }

  /** A resource, or one non-fungible of it. */
  badge(): Badge {
    const [variant, inner] = this.variant()
    if (variant === 1) return { resource: inner.address() }
    if (variant !== 0) throw this.misfit("badge")
    const global = inner.tuple()
    return { resource: global.address(), id: global.localId() }
  }

  bucket = (): Holding => this.frame.takeBucket(this.of("Bucket").id)

  /** An expression, or a list of buckets. */
  buckets(): ReadonlyArray<Holding> {
    const value = this.any()
    if (value.kind === "Expression" && value.value === "ENTIRE_WORKTOP") return this.frame.takeWorktop()
    if (value.kind !== "Array") throw this.misfit("list of buckets")
    return value.items.map((item) => {
      if (item.kind !== "Bucket") throw this.misfit("list of buckets")
      return this.frame.takeBucket(item.id)
    })
  }

  /** Absent: the callee creates an address itself. */
  reservation(packageName: string, blueprint: string): string | undefined {
    return this.option((inner) => this.frame.reserved(inner.of("AddressReservation").id, packageName, blueprint))
  }

  /** All remaining arguments, for yields: buckets move, anything else is refused. */
  cargo(): ReadonlyArray<Holding> {
    return this.values.flatMap((value) => {
      if (value.kind === "Bucket") return [this.frame.takeBucket(value.id)]
      if (value.kind === "Expression" && value.value === "ENTIRE_WORKTOP") return this.frame.takeWorktop()
      if (value.kind === "Array" && value.of === "Bucket") {
        return value.items.map((item) => this.frame.takeBucket(item.kind === "Bucket" ? item.id : -1))
      }
      throw new Abort(`${this.call} passes buckets only`)
    })
  }
}

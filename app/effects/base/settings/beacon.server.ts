/** The beacon of sealed votes, from its five settings. */
import { ConfigError, Option } from "effect"
import { beaconKey, chainHash, optional, unixSeconds, webAddress, wholeNumber, withoutSlash } from "./checks.server"

type Text = Option.Option<string>

const QUICKNET_URL = "https://api.drand.sh"

/** Either all except the address are set, or none; `environment.server.ts` has checked that. */
export const beaconOf = (env: {
  readonly beaconUrl: Text
  readonly beaconChain: Text
  readonly beaconPublicKey: Text
  readonly beaconGenesis: Text
  readonly beaconPeriod: Text
}) => ({
  url: withoutSlash(Option.getOrElse(env.beaconUrl, () => QUICKNET_URL)),
  chain: Option.getOrNull(
    Option.map(
      Option.all({
        chain: env.beaconChain,
        publicKey: env.beaconPublicKey,
        genesis: env.beaconGenesis,
        period: env.beaconPeriod
      }),
      ({ chain, genesis, period, publicKey }) => ({
        chain,
        publicKey,
        genesis: Number(genesis),
        period: Number(period)
      })
    )
  )
})

export const OF_BEACON = ["BEACON_URL", "BEACON_CHAIN", "BEACON_PUBLIC_KEY", "BEACON_GENESIS", "BEACON_PERIOD"] as const
type Name = (typeof OF_BEACON)[number]

/** Local mode has its own beacon; any other one needs all its settings. */
export const beaconMisfits = (
  isLocal: boolean,
  isAbsent: (name: Name) => boolean
): ReadonlyArray<ConfigError.ConfigError> => {
  const ofChain = OF_BEACON.filter((name) => name !== "BEACON_URL")
  if (isLocal) {
    return OF_BEACON.filter((name) => !isAbsent(name)).map((name) =>
      ConfigError.InvalidData([name], "LEDGER=local has its own beacon; leave it out, or set LEDGER=stokenet")
    )
  }
  return ofChain.every(isAbsent)
    ? []
    : ofChain
        .filter(isAbsent)
        .map((name) => ConfigError.MissingData([name], `another beacon needs all of ${ofChain.join(", ")}`))
}

/** Each of the settings alone. */
export const beaconSettings = {
  beaconUrl: optional("BEACON_URL", webAddress),
  beaconChain: optional("BEACON_CHAIN", chainHash),
  beaconPublicKey: optional("BEACON_PUBLIC_KEY", beaconKey),
  beaconGenesis: optional("BEACON_GENESIS", unixSeconds),
  beaconPeriod: optional("BEACON_PERIOD", wholeNumber(1, 3_600))
}

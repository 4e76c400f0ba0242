#!/usr/bin/env bash
# @radixdlt/radix-dapp-toolkit 2.3.0: a request for a persona alone asks the wallet for nothing.
#
# `DataRequestBuilder.persona()` is the documented way to ask who somebody is. While nobody is connected:
# - alone, without a proof, it becomes an unauthorized request without any item: no login, and nothing to share. The same
#   comes out of connecting, of a later request and of a one-time request.
# - together with accounts or persona data the request is a login ("loginWithoutChallenge"), as it is with a proof.
# So a site that wants only the persona has to ask for a proof, or for something else beside it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @radixdlt/radix-dapp-toolkit@2.3.0
cat >try.mjs <<'JS'
globalThis.window = globalThis
globalThis.location = { origin: "https://dapp.example", href: "https://dapp.example/" }
const { DataRequestBuilder, toWalletRequest } = await import("@radixdlt/radix-dapp-toolkit")

const challenge = "17ca9f21bd1b38db43923025d7de1311d6f598989474f1434ded8eed806d2c57"
const show = (name, parts, { isConnect = true, oneTime = false } = {}) => {
  const dataRequestState = Object.assign({}, ...parts.map((part) => part._toObject?.() ?? part))
  const walletData = { accounts: [], personaData: [], proofs: [] }
  const made = toWalletRequest({ walletData, challenge, isConnect, oneTime, dataRequestState })
  const { auth, discriminator, ...items } = made._unsafeUnwrap()
  const asked = Object.keys(items).filter((item) => item !== "reset")
  console.log(`${name}: ${discriminator}, ${auth?.discriminator ?? "no login"}, items: ${asked.join() || "none"}`)
}
const persona = DataRequestBuilder.persona()
const proven = DataRequestBuilder.persona().withProof()
const accounts = DataRequestBuilder.accounts().atLeast(1)
show("connect, persona", [persona])
show("later, persona", [persona], { isConnect: false })
show("once, persona", [persona], { isConnect: false, oneTime: true })
show("connect, persona with proof", [proven])
show("connect, persona and accounts", [persona, accounts])
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='connect, persona: unauthorizedRequest, no login, items: none
later, persona: unauthorizedRequest, no login, items: none
once, persona: unauthorizedRequest, no login, items: none
connect, persona with proof: authorizedRequest, loginWithChallenge, items: none
connect, persona and accounts: authorizedRequest, loginWithoutChallenge, items: ongoingAccounts'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }

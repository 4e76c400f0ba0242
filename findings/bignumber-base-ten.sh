#!/usr/bin/env bash
# bignumber.js 11.1.5: to say that a number is in base ten rounds it.
#
# `new BigNumber(text)` keeps every digit of a decimal text, whatever the settings. `new BigNumber(text, 10)` means the
# same number, but with a base the constructor rounds to DECIMAL_PLACES, as a division would. So a helper that passes
# the base on (as one does with parseInt) changes amounts with more decimals, and whole numbers never show it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts bignumber.js@11.1.5
cat >try.mjs <<'JS'
import { BigNumber } from "bignumber.js"

const told = (text) => {
  const [plain, based] = [new BigNumber(text), new BigNumber(text, 10)]
  console.log(`${plain.toFixed()} and ${based.toFixed()}: equal ${plain.eq(based)}`)
}
told("0.123456789012345678901234567")
told("123456789012345678901234567")
BigNumber.config({ DECIMAL_PLACES: 2 })
told("0.125")
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='0.123456789012345678901234567 and 0.1234567890123456789: equal false
123456789012345678901234567 and 123456789012345678901234567: equal true
0.125 and 0.13: equal false'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }

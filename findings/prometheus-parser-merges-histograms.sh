#!/usr/bin/env bash
# parse-prometheus-text-format 1.1.1: the histograms of one metric become one, whose buckets contradict each other.
#
# In Prometheus' text a histogram has one row of buckets for each set of its other labels. The parser keeps the labels
# of counters, but makes one object of all buckets of a metric: labels beside `le` are dropped, of two buckets with
# the same bound the last wins, and sum and count are left out. Two routes with the same bounds come out as the second
# alone; if one has fewer bounds, the result says 2 waits up to 1 second and 1 in all. A histogram without labels, as
# in the package's example, is read right with sum and count; a single one with labels loses them too. The quantiles
# of summaries are merged in the same way. Nothing is reported.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts parse-prometheus-text-format@1.1.1
cat >try.mjs <<'JS'
import parse from "parse-prometheus-text-format"

const histogram = (labels, [short, long, all, sum]) => {
  const inBraces = labels ? `{${labels}}` : ""
  const bucket = (bound, count) => `wait_seconds_bucket{${labels ? `${labels},` : ""}le="${bound}"} ${count}\n`
  const buckets = bucket("0.1", short) + bucket("1", long) + bucket("+Inf", all)
  return `${buckets}wait_seconds_sum${inBraces} ${sum}\nwait_seconds_count${inBraces} ${all}\n`
}
const quantiles = (route, half) => `wait_seconds{route="${route}",quantile="0.5"} ${half}\n`
const told = (name, type, ...texts) => {
  const [{ metrics }] = parse(`# TYPE wait_seconds ${type}\n${texts.join("")}`)
  console.log(`${name}: ${JSON.stringify(metrics)}`)
}
const bare = 'wait_seconds_bucket{route="/b",le="+Inf"} 1\nwait_seconds_sum{route="/b"} 0.05\nwait_seconds_count{route="/b"} 1\n'
told("no labels", "histogram", histogram("", [1, 2, 3, 2.5]))
told("one route", "histogram", histogram('route="/a"', [1, 2, 3, 2.5]))
told("two routes", "histogram", histogram('route="/a"', [1, 2, 3, 2.5]), histogram('route="/b"', [1, 1, 1, 0.05]))
told("fewer bounds", "histogram", histogram('route="/a"', [1, 2, 3, 2.5]), bare)
told("summary", "summary", quantiles("/a", 0.2), quantiles("/b", 9))
told("counters", "counter", 'wait_seconds{route="/a"} 1\n', 'wait_seconds{route="/b"} 2\n')
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='no labels: [{"buckets":{"1":"2","0.1":"1","+Inf":"3"},"count":"3","sum":"2.5"}]
one route: [{"buckets":{"1":"2","0.1":"1","+Inf":"3"}}]
two routes: [{"buckets":{"1":"1","0.1":"1","+Inf":"1"}}]
fewer bounds: [{"buckets":{"1":"2","0.1":"1","+Inf":"1"}}]
summary: [{"quantiles":{"0.5":"9"}}]
counters: [{"value":"1","labels":{"route":"/a"}},{"value":"2","labels":{"route":"/b"}}]'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }

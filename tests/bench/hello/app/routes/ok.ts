/** GET or POST /ok: two bytes, for comparing what accepts votes (docs/goals.md A17). */
const ok = () => new Response("ok")

export { ok as action, ok as loader }

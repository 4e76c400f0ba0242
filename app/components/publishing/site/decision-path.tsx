const stations = [
  { name: "Thread", text: "Someone describes a problem and a possible solution. Others improve it." },
  { name: "Proposal", text: "The text is fixed and signed. The voting rules are shown next to it." },
  { name: "Vote", text: "Each ballot is a wallet signature. You can change it until the close." },
  { name: "Result", text: "Counted once, explained in sentences, with one file from which anyone can count again." },
  { name: "Done", text: "The transaction on the ledger is compared with what was voted." }
]

export function DecisionPath() {
  return (
    <section className="wrap section" data-wide aria-labelledby="travels">
      <h2 id="travels">From idea to result</h2>
      <ol className="path">
        {stations.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

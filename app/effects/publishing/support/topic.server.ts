import { isTopic, type Topic } from "./forms"

/** The topic a link asks for; none when it is no topic of ours. */
export const topicFrom = (text: string | null): Topic | "" => (text !== null && isTopic(text) ? text : "")

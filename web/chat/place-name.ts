import { channelName, peopleNames, topicName } from '../store/names.ts'
import type { Destination } from '../store/views.ts'

/** A conversation in a line. */
export function placeName(place: Destination): string {
  return place.kind === 'topic'
    ? `#${channelName(place.channel)} › ${topicName(place.topic)}`
    : peopleNames(place.people)
}

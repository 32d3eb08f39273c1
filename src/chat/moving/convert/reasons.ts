/** Why rows of archives are left out, in the words of reports: what is alike in several formats. */
export const REASONS = {
  notice: 'notices of who came and went, and of changes of channels',
  noMessage: 'rows that are no messages',
  noPlace: 'messages of channels that the archive does not describe',
  nothing: 'messages without a text, file or picture',
  pin: 'pins of messages',
  noFile: 'files and pictures that the archive does not hold',
} as const

/** Texts of what was written and is not sent. */
export const writtenText = {
  drafts: 'Nothing is half written',
  draftsHint: 'What you write and do not send waits here, on every device.',
  scheduled: 'Nothing waits to be sent',
  scheduledHint: 'Send a message later with the calendar beside the field.',
  reminders: 'Nothing to be reminded of',
  remindersHint: 'Choose “Remind me” in the menu of a message.',
  remove: 'Delete',
  failed: 'Could not be sent',
} as const

/** Texts of the viewer of pictures. */
export const viewerText = {
  label: 'Pictures',
  previous: 'Previous picture',
  next: 'Next picture',
  larger: 'Larger',
  smaller: 'Smaller',
  whole: 'Whole picture',
  download: 'Download',
  place: (number: number, count: number) => `${number} of ${count}`,
  from: (name: string, where: string, when: string) => `${name} · ${where} · ${when}`,
  failed: 'This picture could not be loaded.',
} as const

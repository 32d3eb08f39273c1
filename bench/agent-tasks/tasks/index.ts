import type { Task } from '../task.ts'
import { askingTasks } from './asking.ts'
import { chatTasks } from './chat.ts'
import { lookingTasks } from './looking.ts'
import { makingTasks } from './making.ts'
import { readingTasks } from './reading.ts'

/** All tasks, in the order of the report. */
export const tasks: readonly Task[] = [
  ...readingTasks,
  ...makingTasks,
  ...lookingTasks,
  ...askingTasks,
  ...chatTasks,
]

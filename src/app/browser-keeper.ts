// Entry of the process that keeps a browser.
import { keepBrowser, type KeeperTask } from '../browser/launch/keeper.ts'

keepBrowser(JSON.parse(process.argv[2] ?? '') as KeeperTask)

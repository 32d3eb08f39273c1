import '../../store/ping.ts'
import './notify.ts'
import './sign.ts'

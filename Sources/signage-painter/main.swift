import Glibc
import Painting

exit(PainterProgram.run())

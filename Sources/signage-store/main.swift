import Glibc
import Store

exit(StoreProgram.run())

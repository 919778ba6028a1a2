# SPDX-License-Identifier: MIT
# PlayStation: R3000A without long sums of products, and its geometry coprocessor, the GTE.
# gte.c, rigid skinning in 4.12, is linked where it is used.
port.psx.SOURCES  := psx/rigid_q12.S psx/link_skin_q12.c psx/gte.c psx/port_name.c
port.psx.REPLACES := link_skin_q12.c port_name.c

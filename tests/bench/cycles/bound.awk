# SPDX-License-Identifier: MIT
# What skinning a whole character could take at best, and what the textbook's loops would take:
#
#   awk -v frames=FRAMES.tsv -f tests/bench/cycles/bound.awk MIXES BENCH.tsv
#
# MIXES: lines of board, core, character, precision, and how many vertices have 1 to 4 influences.
# Prints the rows NAME:bound and NAME:textbook of bench.tsv, appends those of a frame to FRAMES.tsv.
#
# The bound is the products, the words of the palette, the record and the stores, and nothing else:
# no loop, no offset made an address, no weight taken out of a word, no value put aside. Normals
# raw, all vertices by themselves: runs of one joint set and mixes may go below it. The textbook: its
# best loop for each number of influences (best of all forms and levels).
BEGIN {
    FS = OFS = "\t"
    # Words of a record by influences: src/blob/format.h.
    words["q16"] = "4 5 7 7"
    words["q12"] = "3 4 7 7"
    words["f32"] = "7 10 12 14"
    # Cycles of a product that is added to a sum, on costs.awk's costs.
    product["m4", "q16"] = product["m33", "q16"] = product["arm9", "q16"] = 1 # SMLAW
    product["m4", "q12"] = product["m33", "q12"] = 1 # MLA
    product["m3", "q12"] = product["arm9", "q12"] = 2 # MLA
    product["arm7", "q12"] = 4 # MLA by 16 bits
    product["arm7", "q16"] = 6 # SMULL by 16 bits, and the sum: port/arm7/kernel.inc
    product["m0", "q12"] = 2 # MULS, ADDS
    product["rv32", "q12"] = product["rv32", "q16"] = 2 # MUL or MULH, ADD
    # In halves: MUL, MLA, ADD with a shift on Cortex-M3, which takes less than SMULL; MULS, MULS,
    # ASRS, ADDS, ADDS on Cortex-M0. A word takes two instructions to split, blended ones again.
    product["m3", "q16"] = 4
    product["m0", "q16"] = 5
    split_word["m3", "q16"] = split_word["m0", "q16"] = 2
    # MULS overwrites a factor: of the 3x3, which position and normal share, a copy.
    copies["m0", "q12"] = 9
    # VMUL or FMUL, VADD or FADD; the first product of a sum is not added. VMLA takes three cycles.
    product["m4", "f32"] = product["m33", "f32"] = 1
    product["rv32", "f32"] = fused["rv32", "f32"] = 1 # FMADD
}

# 18 products for position and normal; with several influences 12 of the matrix for each before.
function bound(core, p, n,    of_matrix, record, cycles) {
    if (!((core, p) in product)) return 0
    split(words[p], record, " ")
    of_matrix = n > 1 ? 12 * n : 0
    cycles = product[core, p] * (18 + of_matrix) + 12 * n + record[n] + 6
    if (p == "f32" && !((core, p) in fused)) cycles += 15 + (n > 1 ? 12 * (n - 1) : 0)
    cycles += split_word[core, p] * (12 * n + (n > 1 ? 12 : 0)) + copies[core, p]
    # Positions of one influence are halved: the palette's are doubled for the sum of weights.
    if (p == "q16" && n == 1) cycles += 3
    return cycles
}

function row(id, kernel, metric, sum,    f) {
    split(id, f, SUBSEP)
    printf "%s\t%s\t%s:%s\t%s\t-\tpn\t%s\t%.3f\n", f[1], f[2], f[3], kernel, f[4], metric,
        sum / count[id]
    sub(/vertex/, "frame", metric)
    printf "frame\t%s\t%s\t%s\t%s\t%s\t%s\t%d\n", f[3], f[1], f[2], f[4], kernel, metric,
        sum >>frames
}

FILENAME == ARGV[1] {
    id = $1 SUBSEP $2 SUBSEP $3 SUBSEP $4
    order[++ids] = id
    for (n = 1; n <= 4; n++) {
        vertices[id, n] = $(4 + n)
        count[id] += $(4 + n)
    }
    next
}
$3 == "textbook" && $6 == "pn" && $7 ~ /_per_vertex/ {
    textbook[$1, $4, $5, $7] = $8
    if (!($7 in seen)) { seen[$7] = 1; metrics[++metric_count] = $7 }
}
END {
    for (i = 1; i <= ids; i++) {
        id = order[i]
        split(id, f, SUBSEP)
        sum = 0
        for (n = 1; n <= 4; n++) sum += vertices[id, n] * bound(f[2], f[4], n)
        if (sum && count[id])
            row(id, "bound", f[2] == "arm7" ? "cycles_per_vertex" : "cycles_est_per_vertex", sum)
        for (m = 1; m <= metric_count; m++) {
            sum = 0
            has = count[id]
            for (n = 1; n <= 4; n++) {
                if ((f[1], f[4], n, metrics[m]) in textbook)
                    sum += vertices[id, n] * textbook[f[1], f[4], n, metrics[m]]
                else has = 0
            }
            if (has) row(id, "textbook", metrics[m], sum)
        }
    }
}

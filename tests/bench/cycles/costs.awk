# SPDX-License-Identifier: MIT
# Costs of instructions on a core, from objdump's listing of an image:
#
#   objdump -d IMAGE | awk -v core=m4 -f tests/bench/cycles/costs.awk
#
# A line each: address, cycles, cycles more where it is a branch that is taken, and for readers the
# instruction. An instruction's cost may depend on those beside it in the listing. Flash has no wait
# states here; the plugin adds them.
#
# m0   Cortex-M0+ (DDI 0484C, table 3-1), with the multiplier of one cycle. It is what a Cortex-M0
#      takes (DDI 0432C) but for a taken branch, there one cycle more.
# m3   Cortex-M3 (DDI 0337I, table 3-1 and section 3.3.2). Long products end early there: here they
#      never do.
# m4   Cortex-M4 (DDI 0439D, tables 3-1 and 7-1, sections 3.3.2 and 7.2.3). Two cycles to refill
#      after a branch, of 1 to 3.
# m33  Arm publishes no table: m4, but a load takes a second cycle only where the next instruction
#      uses it, and an address is there at once.
# arm9 ARM946E-S (DDI 0201D, chapter 7), with interlocks; code and data in tightly coupled memory.
# rv32 A core of three stages: one cycle each; loads, and products and sums of floats, one more
#      where the next instruction uses them; division 35, of floats and roots 15; two to refill
#      after a branch or jump.
# one  Everything takes one cycle: the count of instructions, to test the plugin.

BEGIN { FS = "\t" }

# An instruction waits for the next one, whose operands say whether it uses the result.
/^ *[0-9a-f]+:\t[0-9a-f ]+\t/ {
    operands = $4
    sub(/ *[;@#<] .*| *<.*/, "", operands)
    flush_last($3, operands)
    if ($3 ~ /^\./) { # data between code
        last_name = ""
        next
    }
    before_name = last_name
    before_operands = last_operands
    last_address = $1
    gsub(/[ :]/, "", last_address)
    last_name = $3
    last_operands = operands
}
/^[0-9a-f]+ <.*>:$/ && list {
    flush_last("", "")
    last_name = ""
    print
}
END { flush_last("", "") }

function flush_last(next_name, next_operands,    b) {
    if (last_name == "") return
    b = last_name
    sub(/\..*/, "", b)
    taken = 0
    if (core == "m0") cycles = cost_m0(b, last_operands)
    else if (core ~ /^(m3|m4|m33)$/) cycles = cost_m4(b, last_operands, next_name, next_operands)
    else if (core == "arm9") cycles = cost_arm9(b, last_operands, next_name, next_operands)
    else if (core == "rv32") cycles = cost_rv32(last_name, last_operands, next_name, next_operands)
    else cycles = 1
    printf "%s %d %d %s %s\n", last_address, cycles, taken, last_name, last_operands
}

## Operands #####################################################################################
function number_of(register,    named) {
    gsub(/ /, "", register)
    if (register in numbers) return numbers[register]
    return substr(register, 2) + 0
}
# Registers of a list in braces; 1 without.
function list_length(operands,    parts, ends, n, i, sum) {
    if (!match(operands, /\{.*\}/)) return 1
    n = split(substr(operands, RSTART + 1, RLENGTH - 2), parts, ",")
    for (i = 1; i <= n; i++) {
        if (split(parts[i], ends, "-") == 2) sum += number_of(ends[2]) - number_of(ends[1]) + 1
        else sum++
    }
    return sum
}
# Is this register, a result of one instruction, read by another?
function uses(name, operands, register,    rest) {
    if (name == "" || register == "") return 0
    rest = operands
    if (!reads_first(name, operands)) sub(/^[^,]*,?/, "", rest)
    return names(rest, register)
}
# Is this register among the operands? Of a list of floats by its first and last.
function names(operands, register) {
    gsub(/[][{}(),!+-]/, " ", operands)
    return index(" " operands " ", " " register " ") > 0
}
# Of most instructions the first operand is written, and not read.
function reads_first(name, operands) {
    if (core == "rv32") return name ~ /^(s[bhw]|fsw|b.*|j|jr)$/
    return name ~ /^(v?st|cm[pn]|tst|teq|push|bl?x|cb|vcmp|vml|vfn?m|vnml|[us]mlal|movt|bfi)/ ||
           (operands !~ /,.*,/ && name ~ /^(add|adc|sub|sbc|mul|and|orr|eor|bic|lsl|lsr|asr|ror)/)
}
function first_of(operands,    r) {
    r = operands
    sub(/,.*/, "", r)
    gsub(/[ {}]/, "", r)
    return r
}
function last_of(operands) { # of a list
    sub(/\}.*/, "", operands)
    sub(/.*[ {-]/, "", operands)
    return operands
}

## Cortex-M0+ ###################################################################################
function cost_m0(b, operands) {
    if (b ~ /^(ldm|stm|push|pop)/) {
        if (operands ~ /pc/) taken = 2
        return 1 + list_length(operands)
    }
    if (b ~ /^(ldr|str)/) return 2
    if (b == "bl" || b ~ /^(mrs|msr|dmb|dsb|isb)$/) return 3
    if (b == "bx" || b == "blx") return 2
    if (b ~ /^b/ && b !~ /^(bic|bkpt)/) { taken = 1; return 1 }
    if (operands ~ /^pc,/) return 2
    return 1
}

## Cortex-M3, M4, M33 ###########################################################################
function cost_m4(b, operands, next_name, next_operands,    cycles) {
    if (b ~ /^v/) cycles = cost_vfp(b, operands, next_name, next_operands)
    else if (b ~ /^(ldr|str)/ && b !~ /^(ldrd|strd|strex)/)
        cycles = cost_access(b, operands, next_name, next_operands)
    else cycles = cost_other(b, operands)
    return cycles + waits_for_address(b, operands)
}
# Registers that an access makes its address of.
function address_of(b, operands) {
    if (match(operands, /\[[^]]*\]/)) return substr(operands, RSTART + 1, RLENGTH - 2)
    return b ~ /^v?(ldm|stm)/ ? first_of(operands) : ""
}
# A result of the instruction before comes a cycle too late to be an address.
function waits_for_address(b, operands,    made) {
    if (core == "m33" || before_name !~ /^[a-z]/ ||
        before_name ~ /^(v|ldr|ldm|str|stm|push|pop|b(l|x|lx)?(\.|$)|cb|cm[pn]|tst|teq|it|nop)/)
        return 0
    made = first_of(before_operands)
    return names(address_of(b, operands), made)
}
function cost_access(b, operands, next_name, next_operands,    updates) {
    updates = operands ~ /\]!|\], *[^ ]/
    if (operands ~ /^pc/) taken = 2
    if (b ~ /^str/ && !updates && operands !~ /, *[a-z][^,]*[],]/) return 1
    if (core == "m33" && b ~ /^ldr/)
        return 1 + uses(next_name, next_operands, first_of(operands))
    # An access overlaps the load before it, but no store, and no load of its address.
    if (!updates && before_name ~ /^ldr/ && before_name !~ /^ldrd/ &&
        !names(address_of(b, operands), first_of(before_operands))) return 1
    return 2
}
function cost_other(b, operands) {
    if (b ~ /^(ldm|stm|push|pop)/) {
        if (operands ~ /pc/) taken = 2
        return 1 + list_length(operands)
    }
    if (b ~ /^(ldrd|strd)/) return 3
    if (b ~ /^[us]div$/) return 7
    if (core == "m3") {
        if (b ~ /^(mla|mls)$/) return 2
        if (b ~ /^[us]mull$/) return 5
        if (b ~ /^[us]mlal$/) return 7
    }
    if (b ~ /^(tbb|tbh)$/) { taken = 2; return 2 }
    if (b ~ /^(bl?x?|cbn?z|bx?(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|hs|lo))$/) taken = 2
    return 1
}
# Sums, products and conversions take a cycle more where the next instruction uses the result.
function cost_vfp(b, operands, next_name, next_operands,    used) {
    if (b ~ /^(vldm|vstm|vpush|vpop)/) return 1 + list_length(operands)
    if (b ~ /^(vldr|vstr)/) return 2
    used = uses(next_name, next_operands, first_of(operands))
    if (b ~ /^(vmla|vmls|vfma|vfms|vnmla|vnmls|vfnma|vfnms)$/) return 3 + used
    if (b ~ /^(vdiv|vsqrt)$/) return 14 + used
    return b ~ /^v(add|sub|mul|nmul|cvt)/ ? 1 + used : 1
}

## ARM946E-S ####################################################################################
# Conditions and S are part of the name: muleq, mulseq.
function cost_arm9(b, operands, next_name, next_operands,    n) {
    if (b ~ /^(ldm|stm|push|pop)/) {
        if (operands ~ /pc/) taken = 4
        n = list_length(operands)
        if (b ~ /^(ldm|pop)/) n += uses(next_name, next_operands, last_of(operands))
        return n < 2 ? 2 : n
    }
    if (b ~ /^ldr/) {
        if (operands ~ /^pc/) taken = 4
        n = uses(next_name, next_operands, first_of(operands))
        return 1 + (n ? (b ~ /^ldr(s?[bh]|[a-z][a-z]s?[bh])/ ? 2 : 1) : 0)
    }
    if (b ~ /^str/) return 1
    if (b ~ /^b(l|x|lx)?(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?$/) { taken = 2; return 1 }
    if (b ~ /^[us]m(ull|lal)s?(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?$/)
        return 3 + uses(next_name, next_operands, first_of(operands))
    if (b ~ /^smlal[bt][bt]/) return 2
    if (b ~ /^m(ul|la)/) return 2 + uses(next_name, next_operands, first_of(operands))
    # A sum that only adds to this product does not wait.
    if (b ~ /^sm(ul|la)[wbt]/)
        return 1 + (next_name !~ /^smla/ && uses(next_name, next_operands, first_of(operands)))
    if (b ~ /^qd?(add|sub)/) return 1 + uses(next_name, next_operands, first_of(operands))
    if (operands ~ /^pc,/) taken = 2
    if (operands ~ /(lsl|lsr|asr|ror) [a-z]/) return 2 # by a register
    return 1
}

## RV32 #########################################################################################
function cost_rv32(b, operands, next_name, next_operands) {
    if (b ~ /^(l[bhw]u?|flw|fld|lr\.w)$/)
        return 1 + uses(next_name, next_operands, first_of(operands))
    if (b ~ /^(div|rem)u?$/) return 35
    if (b ~ /^(fdiv|fsqrt)\./) return 15
    if (b ~ /^f(add|sub|mul|madd|msub|nmadd|nmsub)\./)
        return 1 + uses(next_name, next_operands, first_of(operands))
    if (b ~ /^(b(eq|ne|lt|ge|gt|le)(u|z)?|j|jr|jal|jalr|ret|call|tail)$/) taken = 2
    return 1
}

BEGIN {
    numbers["sl"] = 10; numbers["fp"] = 11; numbers["ip"] = 12
    numbers["sp"] = 13; numbers["lr"] = 14; numbers["pc"] = 15
}

// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IDigitalRights} from "../../src/interfaces/IDigitalRights.sol";
import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {Fixture} from "../support/Fixture.sol";

contract DigitalRightsFuzzTest is Fixture {
    mapping(uint256 machineID => uint256) internal expectedPaidUntil;

    function setUp() public override {
        super.setUp();
        equip(alice, 10_000_000e18, 10_000_000e18);
    }

    /// @dev Exactly what was signed, or nothing: nothing where machines would be worth too little, or paid in
    /// one token.
    function testFuzz_buyMachine_takesExactlyWhatWasSigned(uint96 usdtAmount, uint96 drgvAmount, uint8 count) public {
        Buy memory v = buyOf(alice, bound(count, 1, 100));
        v.usdtAmount = bound(usdtAmount, 0, 10_000_000e18);
        v.drgvAmount = bound(drgvAmount, 0, 10_000_000e18);
        if (usdtAmount % 2 == 0) v.usdtAmount = v.drgvAmount / 10; // half and half
        uint256 supply = drgv.totalSupply();
        uint256 inDrgv = v.drgvAmount / 10;
        uint256 value = v.usdtAmount + inDrgv;
        bytes memory signature = sign(digestOf(v));
        if (
            value < v.machineCount * 1e18 || value > v.machineCount * 100_000e18 || inDrgv * 20 < value
                || v.usdtAmount * 20 < value
        ) {
            vm.expectRevert(abi.encodeWithSelector(IDigitalRights.PurchaseOutOfRange.selector, v.usdtAmount, inDrgv));
            send(v, signature);
            return;
        }
        send(v, signature);
        assertEq(usdt.balanceOf(treasury), v.usdtAmount);
        assertEq(usdt.balanceOf(alice), 10_000_000e18 - v.usdtAmount);
        assertEq(drgv.totalSupply(), supply - v.drgvAmount);
        assertEq(drgv.balanceOf(alice), 10_000_000e18 - v.drgvAmount);
        assertEq(rights.ownerOf((1 << 7) + v.machineCount - 1), alice);
        assertEq(rights.ownerOf((1 << 7) + v.machineCount), address(0));
    }

    function testFuzz_buyMachine_acceptsAPriceExactlyWithinFivePercent(uint256 price) public {
        price = bound(price, 0, 0.3e18);
        Buy memory v = buyOf(alice, 1);
        v.drgvPrice = price;
        bytes memory signature = sign(digestOf(v));
        if (price < 0.095e18 || price > 0.105e18) {
            vm.expectRevert(abi.encodeWithSelector(IDigitalRights.PriceOutOfRange.selector, price, DRGV_PRICE));
        }
        send(v, signature);
    }

    function testFuzz_vouchers_neverAcceptAnyOtherSignature(bytes calldata signature) public {
        Buy memory v = buyOf(alice, 1);
        vm.assume(keccak256(signature) != keccak256(sign(digestOf(v))));
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, signature);
    }

    function testFuzz_vouchers_neverAcceptAFlippedBit(uint256 bit) public {
        Buy memory v = buyOf(alice, 1);
        bytes memory signature = sign(digestOf(v));
        bit = bound(bit, 0, 65 * 8 - 1);
        signature[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, signature);
    }

    /// @dev Any sequence of payments, with a voucher or without, for any subsets of three purchases, against
    /// the rule in the requirement's words.
    function testFuzz_activateMachine_agreesWithTheRule(uint256 seed) public {
        send(buyOf(alice, 12));
        send(buyOf(alice, 1));
        send(buyOf(alice, 100));
        uint8[3] memory counts = [12, 1, 100];
        for (uint256 step = 0; step < 6; ++step) {
            seed = uint256(keccak256(abi.encode(seed)));
            skip(seed % 50 days);
            uint256 period = (seed >> 32) % 3 + 1;
            uint256[] memory ids = _pick(seed >> 64, counts);
            for (uint256 i = 0; i < ids.length; ++i) {
                uint256 hour = (block.timestamp + 3599) / 3600 * 3600;
                uint256 before = expectedPaidUntil[ids[i]];
                expectedPaidUntil[ids[i]] = (before > hour ? before : hour) + period * 30 days;
            }
            if ((seed >> 48) % 2 == 0) {
                send(activateOf(alice, ids, period));
            } else {
                vm.prank(alice);
                rights.renew(ids, period);
            }
        }
        for (uint256 p = 0; p < 3; ++p) {
            for (uint256 offset = 0; offset < counts[p]; ++offset) {
                uint256 id = ((p + 1) << 7) | offset;
                assertEq(rights.paidUntil(id), expectedPaidUntil[id], vm.toString(id));
            }
        }
    }

    /// @dev Any two ids, any periods, any balance and allowance: it pays exactly the fee for machines of the
    /// caller, or nothing changes at all.
    function testFuzz_renew_paysExactlyOrChangesNothing(
        uint16[2] memory seeds,
        uint8 periods,
        uint96 balance,
        uint96 allowed
    ) public {
        equip(bob, 1_000_000e18, 1_000_000e18);
        send(buyOf(alice, 5));
        send(buyOf(bob, 5));
        uint256[] memory ids = new uint256[](2);
        for (uint256 i = 0; i < 2; ++i) {
            ids[i] = uint256((seeds[i] >> 4) % 3 + 1) << 7 | (seeds[i] % 8); // purchases 1 to 3, of which there are two
        }
        balance = uint96(bound(balance, 0, 1_000e18));
        vm.startPrank(alice);
        drgv.transfer(bob, drgv.balanceOf(alice) - balance);
        drgv.approve(address(rights), allowed);
        vm.stopPrank();

        uint256 fee = 2 * uint256(periods) * 6e18;
        bool valid = ids[0] < ids[1] && periods >= 1 && periods <= 60 && rights.ownerOf(ids[0]) == alice
            && rights.ownerOf(ids[1]) == alice && fee <= balance && fee <= allowed;
        uint256 supply = drgv.totalSupply();
        vm.prank(alice);
        (bool ok,) = address(rights).call(abi.encodeCall(rights.renew, (ids, periods)));

        assertEq(ok, valid);
        assertEq(drgv.totalSupply(), ok ? supply - fee : supply);
        assertEq(drgv.balanceOf(alice), ok ? balance - fee : balance);
        uint256 hour = (block.timestamp + 3599) / 3600 * 3600;
        for (uint256 i = 0; i < 2; ++i) {
            assertEq(rights.paidUntil(ids[i]), ok ? hour + uint256(periods) * 30 days : 0);
        }
    }

    /// @dev Ascending ids: of each purchase all, none, or every machine with a chance of a half; at most 100.
    function _pick(uint256 seed, uint8[3] memory counts) private pure returns (uint256[] memory ids) {
        uint256[] memory all = new uint256[](100);
        uint256 length;
        for (uint256 p = 0; p < 3; ++p) {
            uint256 mode = (seed >> (p * 2)) % 4;
            for (uint256 offset = 0; offset < counts[p] && length < 100; ++offset) {
                bool chosen = mode == 1 || (mode > 1 && uint256(keccak256(abi.encode(seed, p, offset))) % 2 == 0);
                if (chosen) all[length++] = ((p + 1) << 7) | offset;
            }
        }
        if (length == 0) all[length++] = 1 << 7;
        ids = all;
        assembly ("memory-safe") {
            mstore(ids, length)
        }
    }
}

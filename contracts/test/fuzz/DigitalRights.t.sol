// SPDX-License-Identifier: UNLICENSED
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

    function testFuzz_buyMachine_takesExactlyWhatWasSigned(uint96 usdtAmount, uint96 drgvAmount, uint8 count) public {
        Buy memory v = buyOf(alice, bound(count, 1, 100));
        v.usdtAmount = bound(usdtAmount, 1, 10_000_000e18);
        v.drgvAmount = bound(drgvAmount, 0, 10_000_000e18);
        uint256 supply = drgv.totalSupply();
        send(v);
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

    /// @dev Any sequence of payments for any subsets of three purchases, against the rule in the requirement's words.
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
            send(activateOf(alice, ids, period));
        }
        for (uint256 p = 0; p < 3; ++p) {
            for (uint256 offset = 0; offset < counts[p]; ++offset) {
                uint256 id = ((p + 1) << 7) | offset;
                assertEq(rights.paidUntil(id), expectedPaidUntil[id], vm.toString(id));
            }
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

// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IDigitDraw} from "../../../src/interfaces/IDigitDraw.sol";
import {DrawFixture} from "../../support/DrawFixture.sol";

/// @notice A draw is opened, and takes entries as far as pot and bond can answer for them.
contract DigitDrawEntriesTest is DrawFixture {
    function test_open_oneAtATimeByTheDrawerAlone() public {
        vm.expectRevert(IDigitDraw.NotDrawer.selector);
        draw.open(SECRET, 1);
        uint256 drawId = _open();
        vm.startPrank(drawer);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.DrawStillOpen.selector, drawId));
        draw.open(SECRET, OPEN_BLOCKS);
        vm.roll(draw.drawOf(drawId).closeBlock + 1);
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        draw.open(bytes32(0), 1);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.OpenBlocksInvalid.selector, 0));
        draw.open(SECRET, 0);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.OpenBlocksInvalid.selector, 28_801));
        draw.open(SECRET, 28_801);
        assertEq(draw.open(SECRET, 1), drawId + 1);
        vm.stopPrank();
    }

    /// @dev Blocks of entries, the gap in which nothing can be entered, and the blocks in which it can be
    /// revealed.
    function test_open_fixesTheBlocksOfTheDraw() public {
        bytes32 commitment = keccak256("commitment");
        vm.expectEmit(address(draw));
        emit IDigitDraw.DrawOpened(1, commitment, 1_019, 1_027);
        vm.prank(drawer);
        assertEq(draw.open(commitment, 20), 1);
        assertEq(draw.drawCount(), 1);
        IDigitDraw.Draw memory opened = draw.drawOf(1);
        assertEq(uint256(opened.state), uint256(IDigitDraw.State.Open));
        assertEq(opened.commitment, commitment);
        assertEq(opened.closeBlock, 1_019);
        assertEq(opened.targetBlock, 1_027);
        assertEq(opened.revealBlock, 9_027);
        assertEq(opened.entriesHash, bytes32(0));
    }

    function test_open_forTheLongestTimeAndForOneBlock() public {
        vm.startPrank(drawer);
        draw.open(SECRET, 28_800);
        assertEq(draw.drawOf(1).closeBlock, 1_000 + 28_800 - 1);
        vm.roll(1_000 + 28_800);
        draw.open(SECRET, 1);
        vm.stopPrank();
        assertEq(draw.drawOf(2).closeBlock, block.number);
        _enter(alice, 2, 1, 1e18);
        vm.roll(block.number + 1);
        assertEq(draw.acceptable(2, 1), 0);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.DrawClosed.selector, 2));
        _enter(alice, 2, 1, 1e18);
    }

    function test_drawOf_isEmptyWhereThereIsNoDraw() public view {
        for (uint256 drawId = 0; drawId < 2; ++drawId) {
            IDigitDraw.Draw memory none;
            assertEq(abi.encode(draw.drawOf(drawId)), abi.encode(none));
            assertEq(draw.acceptable(drawId, 1), 0);
            assertEq(draw.claimable(drawId, alice), 0);
        }
    }

    function test_enter_burnsAndFoldsTheEntryIntoTheHash() public {
        uint256 drawId = _open();
        uint256 supply = dr.totalSupply();
        bytes32 first = keccak256(abi.encode(bytes32(0), alice, uint8(7), 10e18));
        vm.expectEmit(address(draw));
        emit IDigitDraw.Entered(drawId, alice, 7, 10e18, 0, first);
        _enter(alice, drawId, 7, 10e18);
        bytes32 second = keccak256(abi.encode(first, bob, uint8(3), 2e18));
        vm.expectEmit(address(draw));
        emit IDigitDraw.Entered(drawId, bob, 3, 2e18, 1, second);
        _enter(bob, drawId, 3, 2e18);
        assertEq(supply - dr.totalSupply(), 12e18);
        IDigitDraw.Draw memory standing = draw.drawOf(drawId);
        assertEq(standing.entriesHash, second);
        assertEq(standing.total, 12e18);
        assertEq(draw.entriesOf(drawId, alice)[7], 10e18);
        assertEq(draw.potFree(), 9_000e18 - 90e18);
        assertEq(draw.bondFree(), 5_000e18 - 12e18);
    }

    function test_enter_setsAsideOnlyWhatTheHighestDigitCouldCost() public {
        uint256 drawId = _open();
        _enterAll(alice, drawId, 100e18);
        assertEq(draw.potFree(), 9_000e18 - 900e18);
        assertEq(draw.acceptable(drawId, 0), 900e18);
        assertEq(draw.bondFree(), 4_000e18);
    }

    /// @dev The part of the pot that an entry sets aside is the rise of the highest digit, nine times.
    function test_enter_setsAsideTheRiseOfTheHighestDigitAlone() public {
        uint256 drawId = _open();
        _enter(alice, drawId, 1, 10e18);
        assertEq(draw.potFree(), 9_000e18 - 90e18);
        _enter(bob, drawId, 2, 7e18); // below the highest
        assertEq(draw.potFree(), 9_000e18 - 90e18);
        _enter(bob, drawId, 2, 3e18); // as high
        assertEq(draw.potFree(), 9_000e18 - 90e18);
        _enter(alice, drawId, 2, 5e18); // 15 on one digit
        assertEq(draw.potFree(), 9_000e18 - 135e18);
        assertEq(draw.acceptable(drawId, 1), 1_000e18 - 10e18);
        assertEq(draw.bondFree(), 5_000e18 - 25e18);
        IDigitDraw.Draw memory standing = draw.drawOf(drawId);
        assertEq(standing.byDigit[1], 10e18);
        assertEq(standing.byDigit[2], 15e18);
        assertEq(standing.total, 25e18);
        assertEq(draw.entriesOf(drawId, bob)[2], 10e18);
    }

    function test_enter_revertsWhenThePotCouldNotPay() public {
        uint256 drawId = _open();
        assertEq(draw.acceptable(drawId, 1), 1_000e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.PotTooSmall.selector, 1_000e18));
        _enter(alice, drawId, 1, 1_000e18 + 1);
        _enter(alice, drawId, 1, 1_000e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.PotTooSmall.selector, 0));
        _enter(bob, drawId, 1, 1e18);
    }

    function test_enter_revertsWhenTheBondCouldNotRefund() public {
        uint256 drawId = _open();
        for (uint8 digit = 0; digit < 5; ++digit) {
            _enter(alice, drawId, digit, 1_000e18);
        }
        assertEq(draw.acceptable(drawId, 5), 0);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.BondTooSmall.selector, 0));
        _enter(bob, drawId, 5, 1e18);
    }

    function test_enter_revertsForBadInput() public {
        uint256 drawId = _open();
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.DigitInvalid.selector, 10));
        _enter(alice, drawId, 10, 1e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.EntryTooSmall.selector, 1e18 - 1));
        _enter(alice, drawId, 1, 1e18 - 1);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.DrawClosed.selector, drawId + 1));
        _enter(alice, drawId + 1, 1, 1e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.DrawClosed.selector, 0));
        _enter(alice, 0, 1, 1e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.PotTooSmall.selector, 1_000e18));
        _enter(alice, drawId, 1, type(uint256).max);
    }

    function test_enter_takesTheCloseBlockAndNoneAfter() public {
        uint256 drawId = _open();
        vm.roll(draw.drawOf(drawId).closeBlock);
        _enter(alice, drawId, 1, 1e18);
        vm.roll(draw.drawOf(drawId).closeBlock + 1);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.DrawClosed.selector, drawId));
        _enter(alice, drawId, 1, 1e18);
        assertEq(uint256(draw.drawOf(drawId).state), uint256(IDigitDraw.State.Drawing));
    }

    function test_acceptable_isTheLowerOfPotAndBondAndNothingForNoDigit() public {
        uint256 drawId = _open();
        assertEq(draw.acceptable(drawId, 9), 1_000e18); // the pot's ninth
        assertEq(draw.acceptable(drawId, 10), 0);
        vm.prank(drawer);
        draw.returnBond(4_400e18);
        assertEq(draw.acceptable(drawId, 9), 600e18); // the bond
    }

    function testFuzz_acceptable_isExactlyWhatIsTaken(uint8 digit, uint256 onOther, uint256 onDigit) public {
        uint256 drawId = _open();
        digit = uint8(bound(digit, 0, 8));
        _enter(alice, drawId, 9, bound(onOther, 1e18, 1_000e18));
        _enter(alice, drawId, digit, bound(onDigit, 1e18, draw.acceptable(drawId, digit)));
        uint256 maximum = draw.acceptable(drawId, digit);
        vm.expectRevert();
        _enter(bob, drawId, digit, maximum < 1e18 ? 1e18 : maximum + 1);
        if (maximum >= 1e18) _enter(bob, drawId, digit, maximum);
    }
}
